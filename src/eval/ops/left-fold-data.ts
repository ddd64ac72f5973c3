/** What a fold from the left is made of. */
export interface LeftFoldData {
  readonly by: 'add' | 'multiply' | 'minimum' | 'maximum';
}
