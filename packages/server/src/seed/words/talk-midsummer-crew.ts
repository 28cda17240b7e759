import { readTalk } from './talk.ts';

export const midsummerCrew = readTalk(`
maren: Midsummer, everyone. **Saturday, eleven till nine.** Roles so far: Nadia stalls, Luca posters, Yuki demos, Kofi bikes and gate, Sol fire, me worry. What’s missing? {👍 nadia luca yuki kofi sol}
bea +3: Music.
bronagh +1: I’ll do music. Choir, then a session, and then whoever’s left.
otis +4: Power. Four circuits, and one of them *sulks*.
oluwadamilola +6: A list. I’ll do the list.
maren +1: Bless the list. {❤️ oluwadamilola; 😂 otis bea}

nadia: Stall applications: 34 for 28 places. I’d like to squeeze, not refuse.
mateo +5: Put the furniture outside under the plane tree. Three of us can share, and we don’t mind weather.
nadia +2: That makes 31. And if Imani and I share, 32.
imani +1: We’ll share. I’m all height and you’re all flat. {❤️ nadia maren; 🧮 gwen}
nadia +1440: 34. Everyone’s in. Somebody’s on the *stairs*, but they’re happy. {🎉 maren mateo imani hal gwen}

otis: The sulking circuit is the one in the long shed. Kettles there, or amplifiers, not both.
bea +2: That’s a cruel choice.
dev +3: I’ll run a line from the electronics bench for the sound. 20 metres, cable ramps, nobody trips.
otis +1: Then kettles may flow. {☕ bea gwen maximiliana; 🙏 bronagh}

gwen: Float: £200 in change, four tins. Please, *please* write down the start and the end. Last year tin 3 came back with a button and a euro.
hal +4: The button was a fair price.
gwen +1: Hal, you’re on tin 1, where I can see you. {😂 maren nadia kofi luca bea}

luca: Poster’s printed: 300. Who’ll paste?
kofi +2: The night riders will, Friday. Shop windows only, we’ve learned.
luca +1: What did you learn?
kofi +1: About *bus shelters*. {😂 maren luca; 🚌 oluwadamilola}

yuki: Demo times: 12 throwing, 13 trimming, 14 “have a go”, 15 “clean up after having a go”.
ines +2: I’ll be at 15 with a hose. {💦 yuki tomasz; 😂 wren}

sol: Bonfire: the fire service want five metres to any roof, a bucket chain, and no *pallets*. Pitch pine is fine, offcuts are fine.
alasdair +3: I’ll do buckets. Twelve buckets, twelve people, I’ll number both.
mateo +4: I’ve got a year of offcuts and a grudge against one sideboard. {🔥 sol hal bronagh; 😂 maren alasdair}

imani: Could we have a quiet hour? No music, low lights, fewer people. First thing, ten till eleven, before doors. There are members who’ve never been able to come.
maren +2: Yes. Easily. I’m only sorry it took us eleven years.
bronagh +1: We’ll sound-check the evening before.
yuki +3: I’ll run one wheel, in silence. It’s better that way in any case. {❤️ imani gwen wren sol ines bea nadia; 🤫 oluwadamilola}

wren: I’ve never done this before. What does “crew” actually do on the day?
bea +2: Carry. Smile. Find the thing.
hal +1: Which thing?
bea +1: *Any* thing. There’s always a thing.
wren +3: I’m good at finding things. It’s the only skill I arrived with. {❤️ bea maren yuki; 💪 nadia}

tomasz: Raku at six, if the wind’s under four. Everyone stands behind the rope. *Behind* it.
piet +1: It’ll be my rope. They’ll want to stand behind it. {😂 tomasz ines; 🪢 maren}

oluwadamilola: **Open items**, please claim one:
  1. Toilets (two more, and a ramp)
  2. First aid tent
  3. A sign for the sign
  4. The mayor
maximiliana +4: I’ll take the mayor. We sing together.
alasdair +2: First aid and toilets, as they’re my natural country.
luca +1: The sign for the sign has my heart. {😂 oluwadamilola maren bea; 👏 nadia}

gwen: Insurance is signed. They asked “will there be fire, water, dogs, alcohol, sharp tools or children”. I wrote “yes”. {😂 maren otis hal kofi sol tomasz alasdair; 👍 oluwadamilola}

mateo: Trestles: we’ve 30, we need 41. The school has 15, and a caretaker who likes candied ginger.
maximiliana +2: I make candied ginger.
mateo +1: I know. {🤝 nadia; 😂 maren bea}
maximiliana +2880: Fifteen trestles, and he has asked for the recipe. I said: next year. {🎉 mateo nadia oluwadamilola}

dev: The live questions for the moot will be on a screen by the oak. Members vote on their phones, Maren reads them out. I’ve tested it with Gwen.
gwen +3: I asked when there’d be tea. It got forty votes.
dev +1: There were two of us.
gwen +1: I’m a very determined woman. {😂 maren ines bea hal luca kofi}

bronagh: Running order: 16:00 choir, 17:00 reels, 18:30 moot (no fiddles, I promise), 20:00 fire and everything.
maren +2: Thank you for the promise.
bronagh +1: I said no *fiddles*. {🎺 maximiliana; 😂 maren piet bea}

nadia: Floor plan is up: https://alderwick.example/fair/plan. Letters are stalls, numbers are power, the blue line is wheelchairs, and it is **never** to have a table on it.
elspeth +6: May I add the ramp at the print room? It’s a good ramp, and nobody knows.
nadia +2: Added, with an arrow. And the blue line goes through your door now. {❤️ elspeth imani oluwadamilola}

piet: Ropewalk rehearsal: nine children, two cranks, thirty metres. One child is now a knot, and refuses to be undone.
wren +1: That’s my niece.
piet +1: She has talent. {😂 wren maren bea yuki; 🪢 sol}

otis: Forecast: dry till five, then “a chance”. I’ve twelve tarpaulins and a bad feeling.
sol +3: The bees say it’ll be dry.
maximiliana +1: The bees said *possibly*. {🐝 sol; 😂 otis maren kofi}

maren: One week. Whatever isn’t done by Friday isn’t needed. Sleep, eat something green, and bring your own mug. I’m proud of us already, and nothing has gone wrong yet. {❤️ ines nadia bea otis yuki kofi hal luca imani sol mateo wren gwen dev piet; 🎪 bronagh oluwadamilola elspeth}
hal +2: It’s early.
maren +1: *Hal.* {😂 gwen bea otis ines luca}
`);
