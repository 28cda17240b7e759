import type { Attribution, EventLocation, MapService, PlaceHit } from '@folkmoot/contract/places/schema.ts';
import type { Config } from '../core/config.ts';

/** What answers searches for places: GeoNames in the database, or Google if a key is set. */
export type PlaceSource = {
  readonly attribution: Attribution;
  /** Warms up, if that takes a while. */
  wake(): void;
  /**
   * Localities with a name that starts like this.
   *
   * @param session one per search, from its first letter to the choice.
   * @throws Unanswered if it cannot answer now.
   */
  search(query: string, limit: number, session: string | undefined): Promise<PlaceHit[]>;
  /** A hit with everything that is known about it; undefined if it is no longer known. */
  find(placeId: string, session: string | undefined): Promise<EventLocation | undefined>;
};

/** The service of maps as browsers are told about it; null if none is set. */
export function mapServiceOf({ maps }: Pick<Config, 'maps'>): MapService | null {
  if (!maps) return null;
  const { style, darkStyle, origins } = maps;
  return { style, darkStyle, hosts: origins.map((origin) => new URL(origin).host) };
}

/** The source does not answer now. `cause` is for the log. */
export class Unanswered extends Error {}
