-- The world's towns, which the server fills in by itself from its packages (docs/decisions/018): they are in no backup.
-- Nothing here refers to anything else, and nothing else refers to it. The tables are unlogged, which halves the time of
-- filling them: after a crash PostgreSQL empties them all, `place_loads` too, and the server fills them again.

-- What was loaded, or is being loaded by the process that chose `load_id`.
create unlogged table place_loads (
  only_row boolean primary key default true check (only_row),
  revision integer not null,
  load_id uuid not null,
  touched_at timestamptz not null,
  -- The larger towns, all areas and the outlines are there.
  usable_at timestamptz,
  loaded_at timestamptz
);

-- Countries, regions and districts by GeoNames' codes: `GB`, `GB.ENG`, `GB.ENG.E2`.
create unlogged table place_areas (
  code text collate "C" primary key,
  name text not null,
  key text collate "C" not null
);
create index place_areas_key on place_areas (key);

-- `size` is a class of population, 0 the largest: the largest of many are read first. `cell` is a degree by a degree.
create unlogged table places (
  id bigint primary key,
  name text not null,
  country text collate "C" not null,
  region text collate "C" not null,
  district text collate "C" not null,
  lat double precision not null,
  lng double precision not null,
  people integer not null,
  size integer not null,
  cell integer not null,
  is_part boolean not null
);
create index places_map on places (size, cell);
create index places_region on places (region);
create index places_district on places (district);

-- Every name by which a town is found, folded. No foreign key: the two are filled and emptied together.
create unlogged table place_names (
  is_main boolean not null,
  size integer not null,
  key text collate "C" not null,
  place_id bigint not null,
  people integer not null,
  primary key (is_main, size, key, place_id)
);
-- Typing errors: in the names of every town, and in all names of the larger ones. The list of
-- entries that wait is short, so that no insert takes long.
create index place_names_similar on place_names using gin (key gin_trgm_ops) with (gin_pending_list_limit = 256) where is_main or size < 4;

-- Land and borders for the sketch map: points as pairs of 32-bit numbers, longitude first.
create unlogged table place_outlines (
  id integer primary key,
  kind text not null check (kind in ('land', 'border')),
  south double precision not null,
  north double precision not null,
  west double precision not null,
  east double precision not null,
  points bytea not null
);
