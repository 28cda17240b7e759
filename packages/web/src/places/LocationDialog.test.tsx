import { findPlace, getSurroundings, searchPlaces } from '@folkmoot/contract/places/api.ts';
import { NOWHERE } from '@folkmoot/contract/places/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../test/draw.tsx';
import { AddLocationDialog } from './AddLocationDialog.tsx';
import { LocationDialog } from './LocationDialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Location' });
const miles = dialog.getByRole('textbox', { name: 'Distance in miles, as a number' });
const confirm = dialog.getByRole('button', { name: 'Confirm' });

beforeEach(() => {
  localStorage.clear();
  const attribution = { text: 'GeoNames', url: 'https://www.geonames.org/' };
  answer(searchPlaces, ({ query }) => ({
    data: query ? [{ placeId: 'geonames:2988507', locality: 'Paris', region: 'Île-de-France', country: 'France' }] : [],
    attribution,
  }));
  answer(findPlace, {
    location: { ...NOWHERE, locality: 'Paris', country: 'France', latLng: { lat: 48.85341, lng: 2.3488 } },
    attribution,
  });
});

test('location dialog: a town and a distance are required, and your choice is kept', async () => {
  await openDialog(<LocationDialog />);
  await confirm.click();
  await expect.element(dialog.getByText('Choose a town or city, or enter coordinates.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Town or city' }).fill('Paris');
  await page.getByRole('option', { name: /^Paris.*France/ }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Town or city' })).toHaveValue('Paris, France');
  await miles.fill('0');
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible();
  await miles.fill('30');
  await confirm.click();
  await expectFocusReturned();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(miles).toHaveValue('30 mi');
});

test('location of an event: invalid coordinates are refused, and valid ones are returned', async () => {
  answer(getSurroundings, () => new Promise(() => undefined));
  const onConfirm = vi.fn();
  await openDialog(<AddLocationDialog onConfirm={onConfirm} />);
  const adding = page.getByRole('dialog', { name: 'Add location' });
  const point = adding.getByRole('textbox', { name: 'Coordinates' });
  await adding.getByRole('textbox', { name: 'Place or address' }).fill('The Old Ropeworks');
  await point.fill('by the river');
  await adding.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(point).toBeInvalid();
  await expectAccessible();
  await point.fill('51.4883, -0.2297');
  await adding.getByRole('button', { name: 'Confirm' }).click();
  await expectFocusReturned();
  expect(onConfirm.mock.calls[0]?.[0]).toMatchObject({ latLng: { lat: 51.4883, lng: -0.2297 } });
});

test.each([
  ['Add location', { ...NOWHERE }],
  ['Change location', { ...NOWHERE, locality: 'Paris', country: 'France' }],
])('event location: the dialog is called %s', async (title, value) => {
  await openDialog(<AddLocationDialog value={value} onConfirm={() => undefined} />);
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
});
