import { personalDataOf } from '../core/personal-data.ts';

/** The world's towns: nobody's data. */
export const personalData = personalDataOf({
  place_loads: { none: ['only_row', 'revision', 'load_id', 'touched_at', 'usable_at', 'loaded_at'] },
  place_areas: { none: ['code', 'name', 'key'] },
  places: {
    none: ['id', 'name', 'country', 'region', 'district', 'lat', 'lng', 'people', 'size', 'cell', 'is_part'],
  },
  place_names: { none: ['is_main', 'size', 'key', 'place_id', 'people'] },
  place_outlines: { none: ['id', 'kind', 'south', 'north', 'west', 'east', 'points'] },
});
