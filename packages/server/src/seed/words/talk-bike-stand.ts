import { readTalk } from './talk.ts';

export const bikeStand = readTalk(`
kofi: Truing stand is free on Tuesday and Thursday nights. Write your name on the *tape*, not on the stand. {👍 des jun rowan linh}

des: Rear wheel out by 4 mm. I’ve been staring at it for an hour, and it’s staring back.
kofi +3: Quarter turns, opposite pairs, pluck the spokes. They should sing the same note.
des +50: It’s singing. 0.5 mm. I’ll never look at a bus wheel the same way. {🎶 kofi jun; 👏 saoirse mateo}

rowan: What’s the collective noun for inner tubes with one patch each?
saoirse +2: A regret.
jun +1: A puncture.
kofi +4: A *Thursday*. {😂 rowan des jun saoirse}

kofi: Saturday’s free checks: we did 34 bikes in four hours. Eleven had no back brake. Eleven! They *rode* here.
piet +3: Downhill, one hopes.
kofi +1: That’s what frightens me. {😬 des linh; 👏 maren mateo jun}

mateo: Cargo bike: could it take a wardrobe?
des +2: Could *you*?
kofi +5: Flat-packed, yes. Standing up, only with a following wind and a waiver.
mateo +180: It took the wardrobe. I’ve never been waved at so much. {🚲 kofi des piet saoirse; 😂 wren}

linh: My chain skips in the two smallest cogs. New chain, old cassette.
kofi +1: There’s your answer, in your own question.
linh +2: New cassette?
kofi +2: New cassette. There’s a second-hand 8-speed in the drawer marked TEETH, £4. {🦷 jun; 👍 linh}

saoirse: You owe me a puncture, remember? Front wheel, blackthorn, outside the bakery.
kofi +2: A leek pie is a leek pie. Bring her in.
saoirse +70: Fixed in six minutes, with conversation. {🥧 des rowan; ❤️ kofi}

jun: I’d like to fit a bell that plays a *major seventh*. Opinions?
rowan +1: Yes.
des +2: No.
kofi +3: Only if it resolves when you brake. {😂 jun rowan piet linh}

alasdair: Somebody has locked a bicycle to the alarm box. Blue, drop bars, a sticker of a goose.
rowan +4: The goose is mine. Coming down, I’m so sorry.
alasdair +2: The goose may stay. The bicycle may not. {🪿 jun linh kofi maren}

kofi: Spare parts I’m looking for: 27-inch rims, a left cotter pin, and a freewheel tool with two dogs that isn’t *my* one, because mine has one dog now.
piet +12: I’ve a left cotter pin on the boat. I don’t know why. Come and get it.
kofi +1: The canal provides. {🛶 des piet; 😂 mateo}

wren: Is it mad to make a pannier out of willow?
kofi +1: No! How would it hang?
wren +4: Leather straps, Cass says, and a stop so it can’t swing into the spokes.
wren +5760: It holds two loaves, a cabbage and rain. It mainly holds rain. {🧺 zsofi kofi saoirse; 😍 mateo rowan; 😂 des}

des: Reminder from your friendly bus driver: I can see you when you’ve a light, and I can *love* you when you’ve two. {❤️ kofi jun linh rowan maren; 🚌 saoirse}

kofi: Night ride report: 14 riders, 12 miles, one owl, one pie in the grass, no blood. {🦉 rowan jun des saoirse; 🥧 mateo piet}
jun +3: The pie in the grass was me. I’ve made my peace with it.
saoirse +1: *I* haven’t. {😂 kofi des jun}

maren: The council asks if we’d like six bike racks, free, for the yard. Is that a trick?
kofi +2: Ask them if they’re the ones that bend wheels.
maren +30: They say Sheffield stands.
kofi +1: Then say yes before they wake up. {🎉 des rowan jun linh saoirse; 👍 alasdair}

linh: First thing I’ve ever built from the frame up is on the road. It’s orange. It’s *so* orange. {🧡 kofi jun des rowan saoirse mateo; 🎉 wren piet}
des +3: I saw it from the bus. Well, everybody did.
kofi +2: Bring it round on Tuesday, I want to hear those spokes.

piet: The towpath by lock 4 is under water, about a hand deep. It’s rideable if your feet are philosophical.
mateo +2: Mine are Stoics.
rowan +1: Mine are in the laundry. {😂 piet kofi saoirse}

rowan: Borrowed the good pump again, and this time I signed the tape. Growth.
kofi +1: I’m so proud, I may cry into the oil. {😂 des jun linh; 🌱 rowan}
`);
