import { type EventLocation, LIMITS, NOWHERE, type PlaceHit } from '@folkmoot/contract/places/schema.ts';
import { z } from 'zod';
import type { PlaceService } from '../core/config.ts';
import { type PlaceSource, Unanswered } from './actions.ts';

const PREFIX = 'google:';
const PATIENCE_MS = 5000;
const LANGUAGE = 'en-GB';

const Text = z.object({ text: z.string() });
const Suggestions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string(),
            structuredFormat: z.object({ mainText: Text, secondaryText: Text.optional() }),
          })
          .optional(),
      }),
    )
    .default([]),
});
const Details = z.object({
  id: z.string(),
  addressComponents: z.array(z.object({ longText: z.string(), types: z.array(z.string()) })).default([]),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
});

/**
 * Places from Google's Places API (New), asked by the server so that the key stays here. Sources:
 * developers.google.com/maps/documentation/places/web-service/place-autocomplete, …/place-details, …/session-tokens.
 */
export function googlePlaces({ key, url }: PlaceService): PlaceSource {
  const ask = async (path: string, fields: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fields },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((error: unknown) => {
      throw new Unanswered('Google does not answer.', { cause: error });
    });
    // An id that Google has retired is 404, one that never existed is 400.
    if (body === undefined && [400, 404].includes(response.status)) return undefined;
    if (!response.ok) throw new Unanswered(`Google answered ${response.status}: ${await reasonIn(response)}`);
    return response.json().catch((error: unknown) => {
      throw new Unanswered('Google answered no JSON.', { cause: error });
    });
  };
  return {
    attribution: { text: 'Google Maps', url: 'https://maps.google.com/' },
    wake: () => undefined,
    async search(query, limit, session) {
      const mask =
        'suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat.mainText.text,suggestions.placePrediction.structuredFormat.secondaryText.text';
      const body = {
        input: query,
        includedPrimaryTypes: ['locality'],
        languageCode: LANGUAGE,
        ...(session ? { sessionToken: session } : {}),
      };
      const { suggestions } = read(Suggestions, await ask('/v1/places:autocomplete', mask, body));
      return suggestions
        .flatMap(({ placePrediction }) => (placePrediction ? [hitOf(placePrediction)] : []))
        .slice(0, limit);
    },
    async find(placeId, session) {
      if (!placeId.startsWith(PREFIX)) return undefined;
      const query = new URLSearchParams({ languageCode: LANGUAGE, ...(session ? { sessionToken: session } : {}) });
      const path = `/v1/places/${encodeURIComponent(placeId.slice(PREFIX.length))}?${query}`;
      const answer = await ask(path, 'id,addressComponents,location');
      return answer === undefined ? undefined : locationOf(read(Details, answer));
    },
  };
}

function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const result = shape.safeParse(answer);
  if (!result.success) throw new Unanswered('Google answered something else.', { cause: result.error });
  return result.data;
}

/** Google's own message, of which at most one line goes into the log. */
async function reasonIn(response: Response): Promise<string> {
  return (await response.text().catch(() => '')).replace(/\s+/g, ' ').slice(0, 300);
}

type Prediction = NonNullable<z.infer<typeof Suggestions>['suggestions'][number]['placePrediction']>;

function hitOf({ placeId, structuredFormat: { mainText, secondaryText } }: Prediction): PlaceHit {
  const areas = secondaryText?.text.split(', ') ?? [];
  const country = areas.pop() ?? '';
  return { placeId: `${PREFIX}${placeId}`, locality: mainText.text, region: areas.join(', '), country };
}

function locationOf({ id, addressComponents, location }: z.infer<typeof Details>): EventLocation {
  const part = (...types: string[]) =>
    types
      .map((type) => addressComponents.find((component) => component.types.includes(type))?.longText)
      .find((name) => name !== undefined)
      ?.slice(0, LIMITS.name) ?? '';
  return {
    ...NOWHERE,
    sublocality: part('sublocality'),
    // British towns are often a post town and no locality.
    locality: part('locality', 'postal_town'),
    administrative_area_level_1: part('administrative_area_level_1'),
    administrative_area_level_2: part('administrative_area_level_2'),
    administrative_area_level_3: part('administrative_area_level_3'),
    country: part('country'),
    latLng: { lat: location.latitude, lng: location.longitude },
    placeId: `${PREFIX}${id}`,
  };
}
