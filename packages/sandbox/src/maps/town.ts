import type { Feature, FeatureCollection, Position } from 'geojson';

export type Middle = { lat: number; lng: number };

/** Names of the streets across; those that go up have numbers. */
const ACROSS = ['Mill Street', 'Tannery Row', 'High Street', 'Kiln Lane', 'Market Street', 'Chapel Walk', 'Weir Road'];
const METRES_A_DEGREE = 111_320;
const BLOCK = 130;
const REACH = 7;

/** A made-up town around a point: streets, a river and a park, as the layers of a map. */
export function townAround({ lat, lng }: Middle): Readonly<Record<'streets' | 'water' | 'parks', FeatureCollection>> {
  const at = (east: number, north: number): Position => [
    lng + east / (METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180)),
    lat + north / METRES_A_DEGREE,
  ];
  const steps = Array.from({ length: 2 * REACH + 1 }, (_, step) => (step - REACH) * BLOCK);
  // No street of an old town is straight.
  const bend = (along: number, which: number) => 22 * Math.sin(along / 260 + which * 1.7);
  const across = steps.map((north, which) =>
    line(
      steps.map((east) => at(east, north + bend(east, which) - BLOCK / 2)),
      { name: ACROSS[which % ACROSS.length] ?? '', wide: which % 4 === 3 },
    ),
  );
  const up = steps.map((east, which) =>
    line(
      steps.map((north) => at(east + bend(north, which + 3) - BLOCK / 2, north)),
      { name: `Lane ${which + 1}`, wide: which % 5 === 2 },
    ),
  );
  const bank = (side: number) =>
    steps.map((east) => at(east * 1.6, 330 + 0.35 * east + 60 * Math.sin(east / 330) + side));
  const park = [at(-420, -330), at(-180, -350), at(-170, -150), at(-390, -120), at(-420, -330)];
  const [start = at(0, 0)] = bank(0);
  return {
    streets: collection([...across, ...up]),
    water: collection([area([...bank(0), ...bank(70).reverse(), start])]),
    parks: collection([area(park)]),
  };
}

function line(coordinates: Position[], properties: { name: string; wide: boolean }): Feature {
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
}

function area(ring: Position[]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}
