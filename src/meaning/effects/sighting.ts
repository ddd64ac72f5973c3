/** What a faction will see or not: handles, so that what goes meanwhile is passed over. */
export interface Sighting {
  readonly faction: number;
  readonly object: number;
  readonly seen: boolean;
}
