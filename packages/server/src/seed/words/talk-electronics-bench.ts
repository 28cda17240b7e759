import { readTalk } from './talk.ts';

export const electronicsBench = readTalk(`
dev: The scope is back from calibration. It’s right now, and so the rest of us must have been wrong since Easter. {😂 jun linh otis}
linh +3: That explains my filter.
dev +1: It doesn’t explain all of your filter.

otis: Repair Café triage: I’ve three toasters, a talking bear and a 1971 radiogram. Who wants what?
jun +1: BEAR.
linh +2: Radiogram, please.
dev +2: Then the toasters and I will talk quietly together.
jun +95: The bear works. It says “I love you” and then “low battery”. I’ve never felt so understood. {🧸 linh ana otis dev; 😂 kofi rowan}

linh: Does anyone have a 6.3 V transformer? For the radiogram’s valves.
dev +4: Bottom drawer, left, wrapped in a tea towel with birds on.
linh +30: It lit up. It’s playing *Test Match*. There hasn’t been a match today. {👻 jun ana; 📻 dev otis; 😂 des}

ana: Sewable LEDs: what’s the least bad way of hiding a coin cell in a cuff?
jun +5: A pocket made of conductive fabric, it’s the holder and the contact in one.
ana +2: And if it gets washed?
jun +1: Velcro, and a note to self.
ana +1500: Worn, washed, worn. Still blinking. {✨ dev linh jun; 🎉 bea mina}

alasdair: The alarm panel beeps every forty seconds. It isn’t a tune I enjoy.
dev +2: Backup battery. 12 V 7 Ah, there’s a new one on the shelf.
alasdair +25: Silence. I can hear the moth again. {🦋 dev otis maren; 😂 jun}

dev: Fume extractor filters are changed. **Turn it on before the iron, not after the cough.** {✅ linh jun ana otis}

jun: I’ve built a drum machine that only plays the bench vice. Four samples: open, close, drop, regret.
rowan +3: I need it for the zine launch.
jun +1: It’s for hire. Payment in stickers. {🥁 rowan ana linh; 😂 dev}

linh: Why does my op-amp oscillate only when *Dev* looks at it?
dev +2: Decoupling. 100 nF across the supply pins, close enough to touch.
linh +20: It’s stopped. Even when you look.
dev +1: I’m a calming presence with a capacitor. {😂 jun otis ana; 💡 linh}

des: My indicator ticks too fast, left side only. On the car, not the bus.
otis +2: A blown bulb. Or a bad earth behind the lamp.
des +40: Earth. Green fur all over it. Thank you, doctor.

otis: Would people please write on things? I’ve a box of 40 power supplies, and eleven of them are “probably 12 V”.
dev +3: Sunday afternoon, label party. Meter, pen, cake.
otis +2880: 40 labelled, 6 binned, one was a *doorbell*. {🔔 linh jun; 👏 dev ana alasdair}

kofi: Dynamo light flickers under 8 km/h. Any cheap trick?
jun +4: A supercap after the rectifier. 1 F, 5.5 V. It’ll stay lit at the lights as well.
kofi +1440: I stopped at a red light and glowed. A lorry driver gave me a thumbs up. {👍 jun dev des linh; 🚲 rowan}

ana: Does anyone want to check my schematic before I order? I’ve looked at it so long that it looks back.
linh +6: R4 goes nowhere, and your regulator is backwards.
ana +1: Linh, you’ve saved me £60 and a small fire. {🔥 jun; ❤️ linh ana; 😂 dev}

dev: New members, a word about the *Box of Shame*: it’s where blown parts go. Everybody feeds it. I’ve fed it since 1996.
jun +2: I’ve a shelf in it.
linh +1: I’ve a *loyalty card*. {😂 dev otis ana alasdair}

rowan: Can you make a doorbell for the print room that doesn’t ring? Elspeth says bells make her misprint.
jun +3: A light? A flag?
rowan +1: A flag!
jun +260: Press the button, and a tiny flag goes up saying TEA? {🚩 elspeth luca priya ana dev; 😍 maren; 😂 linh}

tomasz: The curve logger says that kiln 1 is at 4,000 degrees.
dev +1: Is it?
tomasz +1: I’m standing next to it with eyebrows, so no.
dev +14: The thermocouple’s come loose. Open circuit reads full scale. I’ve made it say “I don’t know” instead.
tomasz +2: More instruments should say that. {💯 dev linh ines otis; ❤️ jun}

linh: Third-year project accepted! A bench power supply that explains *why* it’s cut out. {🎉 dev jun otis ana alasdair des; 👏 ines}
dev +2: What will it say?
linh +2: “You’ve joined red to black again, Jun.”
jun +1: I’ve never felt so seen by a circuit. {😂 dev ana otis linh}

otis: Toaster element, 240 V, 900 W, the long kind. Does anybody hoard them?
alasdair +7: I hoard them. How many?
otis +1: How many have you *got*?
alasdair +1: I’d rather not say in front of Gwen. {😂 dev jun maren; 🍞 linh}

maren: A question from the desk: what’s the electricity of all this? Gwen has asked me to ask.
dev +12: Bench: about £9 a month. The kilns: well.
tomasz +3: The kilns are at night, on the cheap rate, and feel very bad about it. {😂 maren ines otis}

jun: Has somebody taken Dennis’s spare pump? The robot’s. It’s small, and it hums in B flat.
ana +5: It’s in my fountain. I thought it was from the shame box.
jun +1: Dennis forgives you, but he wants it back by watering time. {🤖 linh sol ana}
`);
