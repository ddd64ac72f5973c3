import { getSystemErrorMap } from 'node:util';

type Reasons = Readonly<Record<string, string>>;

const nullInPath = 'is not a path: it has a null character in it';

const unreadable: Reasons = {
  ENOENT: 'does not exist; check the path',
  ENOTDIR: 'does not exist: a part of its path is a file; check the path',
  EISDIR: 'is a folder, not a file; name a file in it',
  EACCES: 'cannot be read: permission denied; change its permissions',
  EPERM: 'cannot be read: permission denied; change its permissions',
  ENAMETOOLONG: 'has too long a name for the file system; check the path',
  ELOOP: 'is a link that leads back to itself; check the path',
  ENXIO: 'is a socket or a device that is not there; name a file',
  ERR_INVALID_ARG_VALUE: nullInPath,
};

const unwritable: Reasons = {
  ENOENT: 'its folder does not exist; make it first',
  ENOTDIR: 'a part of its path is a file, not a folder; check the path',
  EISDIR: 'it is a folder; name a file',
  ENOSPC: 'the disk is full; make room',
  EDQUOT: 'the disk is full; make room',
  EFBIG: 'it would be larger than a file may be here; name another place',
  EROFS: 'the disk is read-only; name another place',
  EACCES: 'permission denied; change its permissions',
  EPERM: 'permission denied; change its permissions',
  EPIPE: 'nobody reads it any more',
  ENAMETOOLONG: 'its name is too long for the file system; choose a shorter one',
  ELOOP: 'it is a link that leads back to itself; check the path',
  ENXIO: 'it is a socket or a device that is not there; name a file',
};

export function whyUnreadable(error: unknown): string {
  return reasonIn(unreadable, error) ?? `cannot be read (${systemWords(error)})`;
}

export function whyUnwritable(error: unknown): string {
  if (codeOf(error) === 'ERR_INVALID_ARG_VALUE') return nullInPath;
  const reason = reasonIn(unwritable, error);
  return `cannot be written${reason === undefined ? ` (${systemWords(error)})` : `: ${reason}`}`;
}

function reasonIn(reasons: Reasons, error: unknown): string | undefined {
  const code = codeOf(error);
  return Object.hasOwn(reasons, code) ? reasons[code] : undefined;
}

/** Such as `no space left on device`. */
export function systemWords(error: unknown): string {
  const number = error instanceof Error && 'errno' in error ? error.errno : undefined;
  const known = typeof number === 'number' ? getSystemErrorMap().get(number) : undefined;
  return known?.[1] ?? (error instanceof Error ? error.message : String(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
