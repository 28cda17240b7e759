import { readTalk } from './talk.ts';

export const hearth = readTalk(`
wren: Hello all. I am Wren, I moved here in March, I make baskets badly and would like to make them less badly. {👋 maren gwen hal bea zsofi yuki ines sian luca otis sol; ❤️ imani amara}
zsofi +6: Less badly is exactly what we teach. Tuesdays, the unhurried end of the shed.
hal +4: Welcome. The good biscuits are behind the flour.
gwen +2: Hal, that is not a thing we say in writing. {😂 hal bea maren luca amara}

maren: What did everybody finish this month? Small counts.
bea +8: One sock.
mina +3: A whole quilt top. It has been on the floor since the autumn.
jun +5: A robot that waters one plant. The plant is dead, but the robot is excellent. {😂 dev linh ana maren hal; 🤖 freya}
theo +11: A chair with four legs the same length.
mateo +2: Theo, photographs, please, or it did not happen.
nadia +20: A book with somebody’s grandmother’s recipes in it. They cried, I cried, the glue dried. {❤️ maren bea gwen elspeth sol imani priya}

gwen: Has anyone seen my reading glasses? Red, string on one side only.
amara +3: They are on the glaze scale.
gwen +1: Of course they are.
amara +1: They weigh 31 grams.

kofi: Night ride on Friday, nine o’clock at the gate, twelve slow miles and a pie. Lights that work, please.
saoirse +7: What kind of pie?
kofi +2: That depends on who bakes it. Is that an offer?
saoirse +4: Leek. For twelve. You owe me a puncture. {🥧 kofi des jun rowan piet; 🚲 mateo}

piet: The heron is back on the weir. I thought the hearth should know. {❤️ maren sian gwen zsofi wren maximiliana; 🪶 hal sol imani}
imani +15: Is it the one with the bad temper?
piet +2: It looked at me as if I owed it rent. So, yes.

luca: Would anybody read three lines of a poster and tell me if they are funny or only long?
rowan +2: Go on.
luca +1: “Come for the kilns. Stay for the kettle. Leave with somebody else’s jumper.”
bea +3: Funny. And true, where is my jumper?
priya +4: Funny. Swap the last two lines and it scans.
luca +6: It does not scan in either order, but I thank the committee. {😂 priya bea rowan elspeth}

oluwadamilola: My name is too long for the membership card again. It stops at “Ogunbanwo-Feather”.
maren +5: That is a fault in the card and not in the name. @luca can the template take it on two lines?
luca +9: It can now. Give me the whole thing in one go and I will set it as a *feature*.
oluwadamilola +3: Oluwadamilola Ogunbanwo-Featherstonehaugh. Pronounced as it is spelled, and then Fanshaw.
luca +2: I have never been so happy. {😂 maren elspeth gwen hal; ❤️ oluwadamilola nadia}

maximiliana: The bees have arrived safely on the roof of the dye garden hut. They are calm. Please be calm as well. {🐝 sol maren zsofi gwen hal piet wren; 😬 jun}
jun +4: I am calm at a distance of eighty metres.
maximiliana +3: The bees thank you for your respect.

des: The number 7 is on diversion all week, past the baths. If you are coming by bus, it is the stop by the chapel. If I am driving, wave and I’ll slow down. {👍 gwen freya oluwadamilola bea; 🚌 kofi}
gwen +8: You did slow down, and then you tooted. I dropped my wool.
des +2: That was affection.

ines: Who put the sunflower in the boot by the door?
cass +12: The boot was beyond saving. I thought it should have a second life.
sol +3: It is the best thing on that wall. {🌻 ines maren bea wren; ❤️ cass}

freya: Passed my driving theory!! 48 out of 50!! {🎉 elspeth maren des hal luca gwen kofi theo rowan; 👏 bea otis}
des +2: Which two did you get wrong?
freya +1: Both about buses.
des +3: I see.

otis: Repair Café is on Saturday and I am short of a sewing table. Anybody who can do a zip is a hero to me.
bea +5: I can do zips. I can’t do them quickly.
mina +2: I can do them quickly. Put us side by side. {🙏 otis; 💪 gwen ana}

ana: Is there a quiet place to take a phone call in this building? I have a job interview at three.
elspeth +2: The composing room. I will turn the sign, nobody will come in.
ana +95: I got it. I start in September. I told them about the embroidery with the lights, and they asked to see it. {🎉 elspeth jun dev bea maren linh gwen; ❤️ sol mina priya}
elspeth +4: The composing room has always brought luck. Except to the letter Q.

hal: Swap table report. In: a fondue set, a third fondue set. Out: hope.
mateo +5: Where is the second fondue set?
hal +1: We do not speak of the second.

nadia: Does anyone speak enough Portuguese to read a bookplate? Photo in the binding corner, very faded.
ines +7: It says “Belongs to Amélia, who lends gladly and remembers everything.”
nadia +2: That is the best bookplate I have ever seen.
ines +1: I think it is a threat. {😂 nadia maren gwen elspeth hal; ❤️ luca priya}

alasdair: It was me who set the alarm off at six this morning. It was a moth. I have apologised to the moth and to Tannery Row.
maren +4: Did Tannery Row accept?
alasdair +2: The moth was more gracious.

sakura: はじめまして。I am Sakura. I mend cups with gold, slowly. My English is careful, so please wait for me. {👋 yuki ines maren amara saoirse; ❤️ farah gwen bea wren}
yuki +3: ようこそ! We wait for everybody here, mostly at the kettle.
nour +9: أهلاً وسهلاً. I mend pages with gold, also slowly. We should share a window.
sakura +4: I would like that window. {✨ ines nadia sol}

bronagh: Session in the long shed after the choir, about nine. Two fiddles, one whistle, bring a chair.
maximiliana +6: May there be a hymn?
bronagh +2: There may be a hymn if there may be a reel in the middle of it. {🎻 bea piet maren sian; 😂 maximiliana}

rowan: New zine is out, “Twelve ways to hold a hammer”. Free in the rack by the door, or pay what you like into the boot.
cass +3: Not the sunflower boot?
rowan +1: The other boot. I am labelling the boots.
theo +40: There are only three ways to hold a hammer.
rowan +2: You are quoted on page four. {😂 theo mateo cass maren hal}

imani: Small win: a stranger on the bus asked where my scarf came from. I said “I made it”, and she said “no, but where from”. {😂 bea sol mina; ❤️ gwen wren zsofi ines}
gwen +5: The highest praise there is.

sian: Has anybody got a spare ticket for the cinema club on Thursday?
hal +20: I have two, as I have been stood up by my own brother.
sian +3: I will bring toffees and I will not talk.
hal +1: Then you are already better than my brother.

tomasz: Question to the room: what do you do when something you worked on for a week comes out of the kiln in two halves?
amara +2: Swear, then sweep.
gwen +3: Sleep on it.
sakura +5: Send it to me.
hal +4: Two ashtrays.
ines +6: Write down what you did. *Then* swear. {💯 tomasz yuki saoirse amara farah; 😂 bea luca}

zsofi: Friends, the willow has come. Forty bundles, and it smells like a river. Anybody with a strong back at four o’clock gets soup.
kofi +3: What soup?
zsofi +1: Goulash.
kofi +1: I have a strong back. {😂 zsofi wren piet; 🍲 des jun mateo}

priya: I’ve lost my favourite lino gouge. Small u, cherry handle. It is probably in one of your aprons, and I forgive you in advance.
freya +14: Found it. It was in my apron. I’m so sorry.
priya +2: Forgiven in advance, as promised. {❤️ freya elspeth}

maren: For the newcomers: no question is too small for this channel. Somebody once asked which end of the broom, and it led to a very good evening.
dev +5: In my defence it is a strange broom. {😂 maren hal gwen otis bea; 🧹 luca}

linh: Exam results. First class. I may have shouted on the bus.
des +1: She did. I stopped the bus. The whole bus clapped. {🎉 dev jun otis ana maren freya gwen ines tomasz kofi; 👏 hal bea elspeth; ❤️ imani}
dev +3: Of course first class. The bench is very proud, and the oscilloscope asked me to say so as well.

mateo: Does anyone have space for a piano? It is free, it is upright, and it is in my way.
bronagh +3: How many keys work?
mateo +6: Eighty-one.
bronagh +1: Which seven don’t?
mateo +4: The top ones, so nobody will notice.
maximiliana +2: *I* will notice. But the choir room would love it. {🎹 bronagh bea maren; 😂 mateo}

wren: I have been here two months and I want to say that nobody has once made me feel stupid. Thank you. That’s all. {❤️ maren zsofi gwen yuki hal ines bea otis sian sol imani amara luca; 🥹 elspeth}
hal +6: Give it time.
gwen +1: Hal.
hal +1: I meant it warmly. {😂 wren gwen maren}

nour: Ramadan begins tomorrow. I will be here late, after sunset, and there will be far too much food on the long table. Everybody is invited, every Thursday. {❤️ farah maren ines bea yuki sakura gwen; 🌙 oluwadamilola tomasz}
farah +4: I am bringing my mother’s lentil soup, and possibly my mother.
maren +3: Your mother has a standing invitation and her own mug.

ted: My granddaughter has put this on my telephone. Is it working? {👍 hal theo maren gwen freya bronagh otis sian mateo}
hal +1: It is working, Ted.
ted +4: How do I stop it making the noise?
freya +2: I’ll show you on Saturday!
ted +3: I shall put it in the drawer till then.

jun: Free to a good home: one robot. Waters plants. Needs plant.
sol +3: I have four hundred plants.
jun +1: It can do one.
sol +2: Then it may have the madder in the blue pot, and a name.
jun +6: It’s called Dennis. {😂 sol linh dev ana; 🌱 wren zsofi maren; ❤️ freya}

saoirse: Who else heard the choir through the wall last night? I threw a whole board of cups in three-four time.
bea +4: We could hear the wheels. We slowed down for you.
saoirse +2: I *thought* the last verse got very tender. {❤️ bea maximiliana yuki; 🎶 maren}

cass: Reminder that “a bit of leather” is not a measurement. People keep asking me for a bit of leather.
otis +3: How much is a scrap?
cass +1: About half a bit.

elspeth: A school is coming on Wednesday, thirty nine-year-olds, to print their own names. I need four calm adults.
gwen +2: I was a head teacher for twenty years. I can be calm at them.
luca +3: Count me in. I can do the voice of the letter Q.
priya +5: Me too, from ten.
freya +8: Does it count if I’m an adult since March? {😂 elspeth luca gwen; 👍 priya}
elspeth +190: Thirty names printed, one thumb slightly inked, and a boy called Quentin who is now a friend for life.

otis: Would the person who left a single roller skate at Repair Café please tell us what they hope for?
kofi +4: The other one, I imagine.

maren: Frost tonight. If you have pots outside, bring them in. If you have *plants* outside, Sol is lending fleece. {👍 sol amara saoirse zsofi wren; 🥶 hal}
sol +10: Twelve sheets left. It must come back, it is older than some of you.

theo: I would like to withdraw my remark about there being three ways to hold a hammer. Rowan’s page nine has persuaded me.
rowan +3: I am framing this message. {😂 mateo hal maren cass sian; 🔨 freya ted}

gwen: It is my birthday on Sunday and I do not want a fuss. I do want cake in the long shed at three.
bea +2: What kind?
gwen +1: I said no fuss. Lemon. {🎂 bea maren hal ines elspeth yuki wren otis luca nadia; ❤️ imani sol}
bea +4: Lemon it is, and no fuss for sixty people.

dev: The wifi in the wood shop works again. It was sawdust. It is always sawdust.
theo +2: We had hoped nobody would find out it was broken. It has been so quiet.

sol: The woad is up! It doesn’t look like blue yet, it looks like sad spinach. Give it until July. {🌱 wren imani zsofi; 💙 ana bea mina}

kofi: Whoever left a flask of hot chocolate on my saddle this morning: I see you, and I would die for you.
des +6: Please don’t. Just fix my gears. {😂 kofi rowan jun; ☕ saoirse}

luca: Proposal: we name the kettle.
amara +1: Seconded.
hal +2: It has a name. It is called Gordon. It has been called Gordon since 1998.
luca +1: I withdraw the proposal with respect to Gordon. {😂 amara maren gwen bea tomasz ines; 🫖 wren elspeth}
`);
