import { readTalk } from './talk.ts';

export const growersPlots = readTalk(`
sol: Plot rota for June is up. Water before eight or after seven, never at noon, and talk to the beans. {👍 wren zsofi gwen; 🌱 imani}
wren +12: What do I say to a bean?
sol +2: “Up.” {😂 gwen zsofi bea; 🫘 imani}

gwen: Slugs: 1. Lettuces: 0. I am going out with a torch tonight.
piet +4: Beer traps. They die happy.
gwen +2: They’ll have *my* beer over my dead body.

imani: The water butt by plot 9 is leaking from the tap. I have tied a rag round it and it looks like a patient.
zsofi +20: I’ve fixed it with a washer and a word. It was the washer.

sol: Dye Garden Walk on Sunday week, half past ten. Weld is in flower, and the madder is doing what madder does, which is nothing, underground, for three years. {💛 bea imani wren mina}
bea +6: Sixteen names already, and mine. Bring a hat.
`);

export const growersSwaps = readTalk(`
zsofi: Tomato plants, nine, a Hungarian sort as big as a fist. Free, but you must send me a photograph in August. {🍅 wren gwen sol}
gwen +8: Two, please. I’ll send a portrait.

wren: I’ve too many courgettes. It’s only June.
piet +3: Nobody has ever said “too few courgettes”.
imani +2: Leave them on the bus. Des has a basket. {😂 sol zsofi wren; 🚌 gwen}

maximiliana: Honey against rhubarb, one jar for six sticks. The bees have set the rate.
sol +5: The bees drive a hard bargain. Done.
`);

export const cycleRides = readTalk(`
kofi: **Night Ride to the Weir**, Friday, half past eight at the gate. Fourteen gentle miles, one hill, one pie. Lights front and back. {🚲 des rowan jun saoirse linh piet; 🥧 mateo}
rowan +9: How gentle is the hill?
kofi +2: It’s a hill with good manners.

des: Who has the long pump? Not the good one. The *long* one.
jun +5: I do. It’s being a stand for my keyboard.
kofi +1: Jun.
jun +1: It’s on its way home. {😂 des rowan linh}

linh: Passed 1,000 km this year on a bike I built. I’ve told everyone on the bus. {🎉 kofi des rowan saoirse jun; 🧡 mateo}

saoirse: Gravel on the towpath bridge, left side, just where you’d lean. I leaned.
kofi +2: Are you alright?
saoirse +3: Elbow and pride. The elbow will heal.
`);

export const cycleWorkshop = readTalk(`
kofi: Sunday build: six donated frames, six teenagers, one of me. I’d welcome a second of me. {✋ des linh}
des +3: I’m not you, but I’ve your hat.
kofi +310: Six bikes out of the door. One of them may be slightly two bikes. {🎉 linh rowan saoirse des}

mateo: The cargo bike wants brake pads. It stopped, but only in spirit.
kofi +6: Pads are on. It stops in body as well.
`);

export const choirSongs = readTalk(`
maximiliana: Tuesday: the Tallis again, and then something with a tune you can hang a coat on. {🎶 bea bronagh piet gwen}
bea +7: Altos, bar 14: we’re not breathing there. We’re *all* not breathing there.
gwen +3: I breathed there. I am seventy-one.
maximiliana +1: Gwen may breathe there. {😂 bea bronagh piet oluwadamilola}

bronagh: For the bonfire I’d like the one that goes round and round. With the second fiddle on top.
maximiliana +4: It shall go round eleven times, and not twelve.
bronagh +1: Why not twelve?
maximiliana +1: You weren’t here for twelve. {😂 piet bea}

piet: Basses are four. If anyone knows a man who hums at the washing-up, send him.
oluwadamilola +15: My father hums at everything. He’ll be there on Tuesday. {🎉 piet maximiliana; ❤️ bea}
`);

export const choirRota = readTalk(`
bea: Biscuits on Tuesday: me. Next week: Piet. The week after: somebody braver than last time. {🍪 gwen piet bronagh}
piet +5: The liquorice was traditional.
gwen +1: It was *salted*, Piet.
`);

export const repairIntake = readTalk(`
otis: Network news: eleven towns now mend things on the same Saturday. Last month that was 612 objects, and 418 went home alive. {🎉 dev linh maren bea gwen; 🔧 alasdair}
dev +6: And the rest?
otis +1: Understood, thanked, and taken apart for spares.

otis: Toaster element, 240 V, 900 W: does any town have three to spare?
alasdair +4: Alderwick has *some*.
otis +1: Alderwick has nineteen. I’ve seen the cupboard. {😂 dev linh gwen}

linh: I’m making a sheet, “Is it worth mending?”, one page, no numbers on the front. Draft: https://repair.example.org/worth-it
gwen +14: The last line should be first: “Do you love it?”
linh +3: It’s the title now. {❤️ gwen otis bea dev}
`);

export const repairParts = readTalk(`
dev: Belts for cassette decks, a box of 200, sorted by size by somebody with a great deal of winter. Ask before you post. {👏 linh jun otis}
jun +5: Two of the 70 mm, please, for a machine that only knows one song.

ana: I’ve zips in every colour but the one you need. Tell me what you need, and I’ll buy every other colour.
bea +2: Bottle green, 22 cm.
ana +1: I *have* that. I’m as shocked as you are. {😂 bea otis mina}
`);

export const gamesTable = readTalk(`
jun: Thursday: the one with the trains, the one with the sheep, and the one where Hal lies to us. {🎲 hal linh rowan luca nadia}
hal +4: I have never lied. I have withheld.
luca +2: You “withheld” two whole sheep.

nadia: Somebody’s taken the blue wooden cube home. It’s nothing to you, and to us it’s a *cathedral*.
rowan +30: It was in my turn-up. The cathedral is on its way back. {😂 jun luca hal; ⛪ linh}

linh: House rule proposal: whoever explains the rules isn’t allowed to win the first game.
jun +1: Seconded.
luca +2: Then who’ll explain the rules?
linh +1: Exactly. {😂 nadia rowan hal}
`);

export const gamesLibrary = readTalk(`
nadia: The library has 84 games, 81 of them whole. I’ve made boxes for the three that burst. {❤️ luca jun; 📦 hal}
hal +7: I’ve turned four replacement pawns. They’re better than the real ones. It’ll cause trouble.
`);
