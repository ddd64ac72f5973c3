/** What a rule tells the host. Objects are handles; values that are absent are left out. */
export interface Message {
  readonly rule: string;
  readonly source: number;
  readonly target: number;
  readonly text: string;
  readonly values: Readonly<Record<string, number>>;
}
