import * as api from '@folkmoot/contract/places/api.ts';
import { defineSlice } from '../core/slice.ts';
import { gazetteerPlaces } from './gazetteer-actions.ts';
import { googlePlaces } from './google-actions.ts';
import { locationHandlers } from './handlers.ts';

/** Towns and addresses, for locations and for searching nearby. */
export const places = defineSlice({
  name: 'places',
  endpoints: [api],
  build({ config, gazetteer, log }) {
    const source = config.googlePlaces ? googlePlaces(config.googlePlaces) : gazetteerPlaces(gazetteer);
    return { handlers: locationHandlers({ source, gazetteer, log }) };
  },
});
