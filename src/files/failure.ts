import { getSystemErrorMap } from 'node:util';

/** What a failed look at a file means, to follow its name. */
export function whyUnreadable(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'does not exist; check the path';
    case 'ENOTDIR':
      return 'does not exist: a part of its path is a file; check the path';
    case 'EISDIR':
      return 'is a folder, not a file; name a file in it';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read: permission denied; change its permissions';
    case 'ENAMETOOLONG':
      return 'has too long a name for the file system; check the path';
    case 'ELOOP':
      return 'is a link that leads back to itself; check the path';
    case 'ENXIO':
      return 'is a socket or a device that is not there; name a file';
    case 'ERR_INVALID_ARG_VALUE':
      return 'is not a path: it has a null character in it';
    default:
      return `cannot be read (${systemWords(error)})`;
  }
}

/** What a failed write means, to follow the file's name. */
export function whyUnwritable(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'cannot be written: its folder does not exist; make it first';
    case 'ENOTDIR':
      return 'cannot be written: a part of its path is a file, not a folder; check the path';
    case 'EISDIR':
      return 'cannot be written: it is a folder; name a file';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'cannot be written: the disk is full; make room';
    case 'EFBIG':
      return 'cannot be written: it would be larger than a file may be here; name another place';
    case 'EROFS':
      return 'cannot be written: the disk is read-only; name another place';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be written: permission denied; change its permissions';
    case 'EPIPE':
      return 'cannot be written: nobody reads it any more';
    case 'ENAMETOOLONG':
      return 'cannot be written: its name is too long for the file system; choose a shorter one';
    case 'ELOOP':
      return 'cannot be written: it is a link that leads back to itself; check the path';
    case 'ENXIO':
      return 'cannot be written: it is a socket or a device that is not there; name a file';
    case 'ERR_INVALID_ARG_VALUE':
      return 'is not a path: it has a null character in it';
    default:
      return `cannot be written (${systemWords(error)})`;
  }
}

/** The system's own words for what failed, such as `no space left on device`. */
export function systemWords(error: unknown): string {
  const number = error instanceof Error && 'errno' in error ? error.errno : undefined;
  const known = typeof number === 'number' ? getSystemErrorMap().get(number) : undefined;
  return known?.[1] ?? (error instanceof Error ? error.message : String(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
