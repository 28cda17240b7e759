import { readTalk } from './talk.ts';

export const lendAndBorrow = readTalk(`
theo: **Lending:** six sash clamps, four feet. Not this weekend, I have a table in them. {👍 mateo bronagh}
bronagh +30: From Tuesday? I have a cello with its front off.
theo +3: From Tuesday they are yours. Pad the jaws, a cello forgives nothing.

nadia: Looking for a jam pan, the big kind, for boiling linen thread. Just for Saturday.
gwen +5: Mine holds nine litres. It must never go near fish.
nadia +2: It will see thread and water and nothing else. Thank you. {🙏 gwen}
nadia +2880: It’s back on your shelf, polished. It came up like a mirror.
gwen +8: I have seen my face in it. I’m not sure I am grateful. {😂 nadia bea hal}

des: Has anyone got a roof rack for a small hatchback? I’m fetching a wardrobe in two trips or one, depending.
mateo +7: Rack and straps are in the yard cage, code on the inside of the lid. Check the left foot, it works loose.
des +300: One trip. The left foot did work loose, and I stopped twice. Back in the cage with a new bolt.
mateo +4: That bolt has needed doing since the summer. You are a saint of the road. {😇 des kofi}

wren: May I borrow a bodkin? The fat kind, for willow. Mine snapped.
zsofi +3: Take the one with the blue string. If it snaps, it was its time.

jun: Needed: an iron nobody loves. I am going to melt plastic with it.
gwen +2: There is a box marked “IRONS, UNLOVED” in the lost property.
jun +1: Of course there is.

hal: Who has my long ladder? It says HAL on it in letters one could see from the moon.
alasdair +4: It is against the north wall with me on it. Gutters.
hal +1: Then carry on. Come down before the rain.

ana: Could I borrow a dress form, size 12 or near, for two weeks?
mina +9: Mine is 10 to 16 with a dial. She is called Barbara, and she has opinions.
ana +2: Barbara and I will get on.
ana +4320: I have kept Barbara three days over, I’m sorry. The hem was harder than I thought.
mina +6: Keep her till Sunday. She likes being useful. {❤️ ana bea}

otis: **Wanted for Saturday:** three extension leads with good plugs, and one that has been tested this year. Repair Café eats leads.
dev +3: Four tested ones are in the orange crate at the electronics bench. The crate is to come back with *four* in it.
otis +1: Four out, four in. You have my word.
otis +3000: Five in. I don’t know how. {😂 dev linh alasdair}
dev +2: That is the first time in history.

sol: Does anyone have a very long-handled spoon? I am stirring a bath of indigo and my sleeves have gone.
sian +4: I will make you one. Ash, a metre, by Friday.
sol +2: I only meant to borrow.
sian +1: Then you can lend it on. {🥄 hal zsofi wren; ❤️ sol imani}

bea: I have two hundred jam jars. They’re free, they’re clean, and some of them have lids that belong to others.
maximiliana +2: The bees would take sixty.
priya +5: Twenty for inks, please.
saoirse +12: Thirty for glaze samples!
bea +3: Then ninety are left, and they are looking at me.
luca +45: Candle holders for the fair. I’ll take all ninety, and their orphan lids. {🎉 bea; 🫙 nadia sol}

rowan: Anyone with a scanner bigger than A3? I have one poster and one deadline.
elspeth +6: The camera stand in the composing room, two lamps, no shadow. Better than a scanner. I can help after four.
rowan +2: You have saved an issue. It will say so on the back.

freya: Can I borrow a suit jacket for a thing on Thursday? I’m about a 38.
luca +3: Navy or loud?
freya +1: How loud?
luca +1: It has birds on.
freya +1: Birds please. {🦜 luca rowan priya; 😂 elspeth}

tomasz: I lent somebody the infrared thermometer. I don’t remember whom, I only remember that they looked trustworthy.
dev +11: That was me, and I am. It is on the bench, recalibrated.
tomasz +1: My judgement of people stands.

piet: Thirty metres of manila, 24 mm, may go out on loan till the fair. It is good rope. It does not like petrol or being left wet.
kofi +14: Could it hold a tug of war?
piet +2: It could hold the *Tannery*.
kofi +1: Booking it for the tug of war. {🪢 maren otis bronagh; 💪 mateo des}

imani: Sixteen-inch reed, anyone? Just to test a width before I buy one.
gwen +9: My late sister’s looms are in the attic room. There will be one. Come for tea and a rummage.
imani +1500: We found three, and a half-finished blanket. I’m going to finish it. {❤️ gwen bea sol mina wren maren zsofi; 🧶 cass}
gwen +5: She would have used a different blue. But she would be so pleased.

alasdair: Would whoever has the head torch with the red strap please return it to the key cupboard. I am writing this in the dark.
kofi +2: It’s on my head. I’m twenty metres away. Turn round.
alasdair +1: I see you. I see you extremely well. {😂 kofi maren dev hal}

mateo: I need a pair of strong hands for twenty minutes at five, and one opinion about a door.
theo +2: I bring hands.
hal +3: I bring an opinion.
mateo +26: Door hung. The opinion was “other way round”, and he was right. {😂 theo hal sian bronagh}

cass: Borrowing shelf is getting shy of names again. There’s a heat gun on it that has no home. Whose?
ana +7: Mine! I thought I had lost it.
cass +1: You lent it to yourself in January.

sakura: I look for a humid box, wooden, about so big 📦, for lacquer to cure. Or a cupboard that is always damp.
amara +3: The damp cupboard in the clay store is damp for a living. Bottom shelf is free.
sakura +2: It is perfect. It is horrible. Thank you.

maren: Does anybody have a gavel? For the moot. I have been using a mallet and it frightens the front row.
hal +5: I will turn you one. Yew, from the churchyard tree that came down.
maren +1: With a block?
hal +1: What do you take me for? {😍 elspeth gwen; 🔨 theo; ❤️ maren}

yuki: Twelve folding stools wanted for a demonstration on the 23rd. I’ll fetch and return.
nadia +10: Six in the bindery.
bronagh +6: Eight in my van, they squeak in tune.
yuki +2: Six and six of the squeaking, please. {🎶 bronagh bea}

linh: Does anyone own a bench vice small enough to go on a bus?
theo +2: I own a vice small enough to go in a *pocket*.
linh +3: That’s adorable. May I?
theo +1: It held my first dovetail. Please be kind to it. {❤️ linh hal freya}

priya: Could I take the hand truck on Wednesday at two? The paper is arriving: eleven reams, and I’m one person.
des +6: I’m off at one. One hand truck and one bus driver.
priya +1: That’s a removal company. Biscuits provided.

maximiliana: I should like to borrow a trestle table, on which to place a very large candle.
otis +2: How large?
maximiliana +3: One metre and ten. It is for the harvest.
otis +4: Take the one with the metal top. Please. {🕯️ sol maren; 😂 hal bea}

zsofi: **Giving:** willow offcuts, four sacks. Good for plant supports, very small baskets or one very large nest.
sol +3: Two sacks for the peas!
wren +5: One for practice, please.
piet +8: One for the heron, if it is not too proud. {😂 zsofi sian; 🪶 imani}

gwen: The projector came home without its cable. It’s black and about this long and I’d know it anywhere.
jun +2: That describes all cables.
gwen +1: It has a label that says GWEN’S CABLE.
jun +4: …It’s holding up a tomato plant in the yard. I’ll be right back. {😂 dev linh gwen maren; 🍅 sol}

bronagh: Anybody lend me a humidifier? The fiddle tops open in this weather, and so do I.
saoirse +6: There’s a damp cupboard with a lacquer box in it already. I think it’s a spa now.
bronagh +2: I have an old dishcloth and a bucket. I’ll manage, and envy the lacquer.

kofi: Tall pump, the good one, who’s got it? It’s not on its hook.
rowan +18: Me, since Monday. I was ashamed, and then it was Wednesday.
kofi +2: Shame is not a lending period. Bring it home and all is forgiven.
rowan +9: It’s on its hook. I’ve also tightened the hook. {😂 kofi des jun}

oluwadamilola: Does anyone have a spare filing box, for minutes? We’ve reached the year of the kettle dispute and it needs its own.
nadia +5: I’ll make you one, with a ribbon.
oluwadamilola +2: The kettle dispute will be the most beautiful file in the building. {😂 maren gwen; 🎀 elspeth}

farah: May I borrow somebody’s small angle grinder, for cutting tile edges? Two cuts. I promise two.
mateo +4: The green one, not the red one. The red one pulls left, like my uncle.
farah +120: Two cuts, no fingers lost. It is back with a new disc.
mateo +2: Everyone: this is how it’s done. {👏 theo otis amara}

sian: Giving away a whole lime log, a metre long, split once. Best carving wood there is, and I can’t store it.
hal +1: Mine.
freya +1: Mine!
wren +2: …also mine?
sian +5: Thirds, then. Saw is out, come at noon. {🪵 hal freya wren; ❤️ zsofi}

elspeth: The paper knife in the long shed is not a *cheese* knife. I say this without anger.
luca +3: It was very old cheese.
elspeth +1: I say it with some anger. {😂 luca priya hal gwen amara}

otis: Returned today, after eleven years: one soldering station, with a note saying “sorry, moved to Norway”. {😂 dev linh hal maren jun gwen; ❤️ otis ana}
dev +2: Does it work?
otis +3: It smells faintly of fish, and it works.

nour: I need a pane of old glass, any size up to A2, with no bubbles, to burnish upon.
mateo +13: I’ve a stack from the school windows. Some have 1930s swear words scratched in the corner.
nour +3: Those I will keep for display. {😂 mateo hal nadia}

ines: Whoever needs scales that go down to a hundredth of a gram: they live in my drawer, left side. Ask, weigh, write your name, put them back *level*.
sakura +40: Weighed 0.8 g of gold. I held my breath so long I saw stars.
ines +1: That is the correct technique. {✨ sakura nour farah; 😂 amara}
`);
