/** A content file as the loader takes it. `file` is how diagnostics name it. */
export interface ContentFile {
  readonly file: string;
  readonly text: string;
}
