import { randomInt } from 'node:crypto';

/** Words that are said and typed without thinking, and mean nothing here. Random letters could spell something. */
const WORDS =
  `acorn anchor apple apricot arrow aspen autumn badger balcony bamboo banjo barley basket beacon beaver birch biscuit blossom bobbin bonfire
  bramble breeze bridge bronze bucket butter button cabin cactus candle canoe canvas canyon caramel carpet castle cedar cello cherry chestnut
  cinnamon cirrus citrus clover cobalt cocoa comet compass copper coral cotton cricket crystal cypress daisy dolphin domino dragon drizzle
  ember fable falcon feather fern fiddle finch flannel flint forest fossil fountain galaxy garden garlic geyser ginger glacier goblet gravel
  guitar hammock harbour harvest hazel heron hickory honey horizon indigo island ivory jasmine juniper kettle kiln kitten lagoon lantern
  larch lavender lemon lentil lichen lilac linen lobster locket lotus lunar magnet magpie mango maple marble marigold marmot meadow melon
  mint mirror mitten mosaic mountain muffin mulberry mustard nectar nettle nutmeg oasis ocean olive onyx opal orange orbit orchard orchid
  otter paddle panda papaya parsley pebble pelican pencil pepper petal piano pickle pigeon pillow pine planet plum pocket poppy prairie
  puffin pumpkin quartz quilt rabbit radish rainbow raspberry raven ribbon river robin rocket rosemary ruby saddle saffron sandal sapphire
  scarf sequoia shadow silver sparrow spinach spruce squirrel starling summer sunset swallow tangerine teapot thimble thistle thunder tiger
  timber toffee tulip tunnel turnip turtle umbrella valley vanilla velvet violet violin walnut walrus willow window winter wombat yarrow zebra`.split(
    /\s+/,
  );

/**
 * A word and six digits, such as `harbour-482153`: 193 million codes, because nobody else behind the address of somebody
 * who guesses is stopped.
 */
export function drawCode(): string {
  return `${WORDS[randomInt(WORDS.length)]}-${randomInt(100_000, 1_000_000)}`;
}

/** What was typed, as codes are written: case, spaces and hyphens make no difference. Older codes have four digits. */
export function readCode(typed: string): string {
  const [, word = '', digits = ''] =
    /^(\p{L}+)[^\p{L}\p{N}]*(\d{3}[^\p{L}\p{N}]?\d{3}|\d{4})$/u.exec(typed.normalize('NFKC').trim().toLowerCase()) ??
    [];
  return `${word}-${digits.replace(/\D/g, '')}`;
}
