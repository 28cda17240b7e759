import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import type { Box } from '../core/gazetteer/clipping.ts';

/** A town or city. `id` is GeoNames', texts are names for people and may be empty, degrees are WGS 84. */
export type Locality = {
  id: number;
  name: string;
  /** First level below the country, such as England or Bavaria. */
  region: string;
  /** Second level, such as a county. */
  district: string;
  country: string;
  lat: number;
  lng: number;
};
export type Neighbour = { name: string; lat: number; lng: number; people: number; isPart: boolean };

/** Folded: how the name begins, and at most `AREAS` of regions and countries. */
export type PlaceQuery = { name: string; areas: readonly string[]; limit: number };

/** How many names after commas are read. */
export const AREAS = 3;
/** The least population of each class of `size` but the last, 0 the largest. */
export const SIZES = [1_000_000, 200_000, 50_000, 10_000] as const;
const EVERY_SIZE = [...SIZES.keys(), SIZES.length];
/** A name is similar from this part of common trigrams on; below PostgreSQL's own 0.3 nothing is even compared. */
const SIMILAR = 0.45;

/** By how many letters a similar name may be longer or shorter. */
const LONGER = 3;

/** The last letter there is, so that everything that begins with a text is below it. */
const LAST = '\u{10FFFF}';

const AS_LOCALITY = sql`p.id::float8 as id, p.name, coalesce(r.name, '') as region, coalesce(d.name, '') as district,
  coalesce(c.name, '') as country, p.lat, p.lng`;
const AREAS_OF_PLACE = sql`left join place_areas c on c.code = p.country left join place_areas r on r.code = p.region
  left join place_areas d on d.code = p.district`;

/** Up to `limit` hits, best first, as localities. */
const shown = (limit: number) => sql`
  select ${AS_LOCALITY} from (select place_id, min(rank) as rank from hits group by place_id) h
    join places p on p.id = h.place_id ${AREAS_OF_PLACE} order by h.rank limit ${limit}`;

const begins = (name: string) => sql`n.key > ${name} and n.key < ${name + LAST}`;

/**
 * Localities with a name that begins like this: first whole names, then, the larger first, beginnings of a town's own
 * name and whole names in other languages, then beginnings of those. Towns are read from the largest down, until
 * there are enough results, so one letter costs no more than a whole word.
 */
export async function searchPlaces(db: Db, { name, areas, limit }: PlaceQuery): Promise<Locality[]> {
  if (areas.length > 0) return searchInside(db, { name, areas, limit });
  return allRows(
    db,
    sql<Locality>`
      with hits as materialized (
        select row_number() over () as rank, hit.place_id from unnest(
            ${sql.lit(`{${[0, 1, 2].flatMap((step) => EVERY_SIZE.map(() => step)).join()}}`)}::int[],
            ${sql.lit(`{${[0, 1, 2].flatMap(() => EVERY_SIZE).join()}}`)}::int[]) as s(step, size)
          cross join lateral (
            select n.place_id, n.people from (
              select n.place_id, n.people from place_names n where s.step = 0 and n.is_main and n.size = s.size and n.key = ${name}
              union all
              select n.place_id, n.people from place_names n where s.step = 1 and n.is_main and n.size = s.size and ${begins(name)}
              union all
              select n.place_id, n.people from place_names n where s.step = 1 and not n.is_main and n.size = s.size and n.key = ${name}
              union all
              select n.place_id, n.people from place_names n where s.step = 2 and not n.is_main and n.size = s.size and ${begins(name)}
            ) n group by n.place_id, n.people order by n.people desc, n.place_id limit ${limit}
          ) hit limit ${limit * 2})
      ${shown(limit)}`,
  );
}

/** The codes of each of these areas, by the beginning of its name or by a country's code; undefined if one has none. */
async function codesOf(db: Db, areas: readonly string[]): Promise<string[][] | undefined> {
  const codes: string[][] = [];
  for (const area of areas) {
    const rows = await allRows(
      db,
      sql<{ code: string }>`select code from place_areas where key >= ${area} and key < ${area + LAST}
        union select code from place_areas where code = ${area.toUpperCase()}`,
    );
    if (rows.length === 0) return undefined;
    codes.push(rows.map(({ code }) => code));
  }
  return codes;
}

/** Compared by a hash: an area of one letter has thousands of codes. */
const lyingIn = (areas: readonly string[][]) =>
  sql.join(
    areas.map((codes) => {
      const some = sql`(select unnest(${codes}::text[]))`;
      return sql`(p.country in ${some} or p.region in ${some} or p.district in ${some})`;
    }),
    sql` and `,
  );

/**
 * The same in areas, of which a place must lie in every one. One or two letters begin too many names to look at each,
 * so they are only looked for in towns' own names.
 */
async function searchInside(db: Db, { name, areas, limit }: PlaceQuery): Promise<Locality[]> {
  const codes = await codesOf(db, areas);
  if (codes === undefined) return [];
  const isMain = name.length < 3 ? sql.lit('{true}') : sql.lit('{true,false}');
  return allRows(
    db,
    sql<Locality>`
      with named as materialized (
        select n.place_id, min(case when n.key = ${name} then 1 - n.is_main::int else 2 - n.is_main::int end) as step, n.people
          from place_names n where n.is_main = any(${isMain}::boolean[]) and n.size = any(${sql.lit(`{${EVERY_SIZE.join()}}`)}::int[])
            and n.key >= ${name} and n.key < ${name + LAST} group by n.place_id, n.people),
      hits as materialized (
        select row_number() over (order by n.step, n.people desc, n.place_id) as rank, n.place_id from named n
          join places p on p.id = n.place_id where ${lyingIn(codes)} limit ${limit})
      ${shown(limit)}`,
  );
}

/**
 * Localities with a name that is nearly this one and not much longer or shorter, the most similar first: for a search
 * that finds nothing.
 */
export async function searchSimilar(db: Db, { name, areas, limit }: PlaceQuery): Promise<Locality[]> {
  const codes = await codesOf(db, areas);
  if (codes === undefined) return [];
  const inside = codes.length === 0 ? sql`` : sql`where ${lyingIn(codes)}`;
  return allRows(
    db,
    sql<Locality>`
      with named as materialized (
        select n.place_id, max(similarity(n.key, ${name})) as likeness, n.people from place_names n
        where (n.is_main or n.size < ${sql.lit(SIZES.length)}) and n.key % ${name} and similarity(n.key, ${name}) >= ${sql.lit(SIMILAR)}
          and length(n.key) between length(${name}) - ${sql.lit(LONGER)} and length(${name}) + ${sql.lit(LONGER)}
        group by n.place_id, n.people),
      hits as materialized (
        select row_number() over (order by n.likeness desc, n.people desc, n.place_id) as rank, n.place_id from named n
          join places p on p.id = n.place_id ${inside} limit ${limit})
      ${shown(limit)}`,
  );
}

/** One of them by its number. */
export async function findPlace(db: Db, id: number): Promise<Locality | undefined> {
  return firstRow(db, sql<Locality>`select ${AS_LOCALITY} from places p ${AREAS_OF_PLACE} where p.id = ${id}`);
}

/** Towns and their parts in this box, the larger ones first. */
export async function listNeighbours(db: Db, box: Box, limit: number): Promise<Neighbour[]> {
  return allRows(
    db,
    sql<Neighbour>`
      select town.* from unnest(${sql.lit(`{${EVERY_SIZE.join()}}`)}::int[]) as s(size)
        cross join lateral (
          select p.name, p.lat, p.lng, p.people, p.is_part as "isPart" from places p
          where p.size = s.size and p.cell = any(${cellsIn(box)}::int[]) and p.lat between ${box.south} and ${box.north}
            and (p.lng between ${box.west} and ${box.east} or p.lng - 360 between ${box.west} and ${box.east}
              or p.lng + 360 between ${box.west} and ${box.east})
          order by p.people desc, p.id limit ${limit}
        ) town limit ${limit}`,
  );
}

/** The numbers of the square degrees in a box, as `addRows` numbers them. */
function cellsIn({ south, north, west, east }: Box): number[] {
  const cells: number[] = [];
  // At a pole a box goes once round the world, and no cell is counted twice.
  const last = Math.min(Math.floor(east), Math.floor(west) + 359);
  for (let lat = Math.floor(south); lat <= Math.floor(north); lat += 1)
    for (let lng = Math.floor(west); lng <= last; lng += 1)
      cells.push(lat * 1000 + ((((lng + 180) % 360) + 360) % 360));
  return cells;
}

type OutlineRow = Box & { kind: 'land' | 'border'; points: Buffer };

/** Land and borders whose box meets this one. */
export async function listOutlines(db: Db, box: Box): Promise<OutlineRow[]> {
  const turned = [-360, 0, 360].map((turn) => sql`(o.west <= ${box.east - turn} and o.east >= ${box.west - turn})`);
  return allRows(
    db,
    sql<OutlineRow>`select o.kind, o.south, o.north, o.west, o.east, o.points from place_outlines o
      where o.south <= ${box.north} and o.north >= ${box.south} and (${sql.join(turned, sql` or `)})`,
  );
}
