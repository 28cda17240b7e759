import * as api from '@folkmoot/contract/places/api.ts';
import { defineSlice } from '../core/slice.ts';
import { mapServiceOf } from './actions.ts';
import { gazetteerPlaces } from './gazetteer-actions.ts';
import { googlePlaces } from './google-actions.ts';
import { locationHandlers } from './handlers.ts';
import { createLoading } from './loading-actions.ts';
import { personalData } from './personal-data.ts';

/** When the tables of places are filled, in milliseconds after the start, if nobody searches earlier. */
const LATER = 20_000;

/** Towns and addresses, for locations and for searching nearby. */
export const places = defineSlice({
  name: 'places',
  personalData,
  endpoints: [api],
  build({ config, db, clock, log, placeData }) {
    const loading = createLoading({ db, clock, log, data: placeData });
    const source = config.googlePlaces ? googlePlaces(config.googlePlaces) : gazetteerPlaces(db, loading);
    let later: NodeJS.Timeout | undefined;
    return {
      handlers: locationHandlers({ source, map: mapServiceOf(config), loading, db, log }),
      start() {
        if (config.preloadPlaces) later = setTimeout(() => loading.begin(), LATER).unref();
      },
      async stop() {
        clearTimeout(later);
        await loading.stop();
      },
    };
  },
});
