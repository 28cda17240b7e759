import { readTalk } from './talk.ts';

export const woodShop = readTalk(`
theo: Bench 3 is mine till Thursday. There is a chair on it that looks finished and is not. Please do not sit on it. {👍 mateo hal freya}
hal +6: How will we know when it is finished?
theo +1: I will sit on it.

freya: Is this oak? It was in the offcuts bin, it’s heavy and it smells of vinegar.
ted +30: Look at the end of it. If you can see rays like spokes, and your thumb goes blue when you sharpen, it’s oak.
freya +3: Spokes yes. Thumb pending.
ted +2: Then you have oak. Make something with it, don’t go hanging it on a wall.

mateo: Eleven floorboards from the old grammar school, pitch pine, full of nails and a hundred years of polish. Who wants to help me find the nails? {✋ theo freya hal sian}
hal +4: I have a magnet on a stick that has been waiting for this.
mateo +240: 214 nails and one farthing. {🧲 hal; 😂 theo freya sian ted}
hal +1: The farthing is mine by the law of the magnet.

hal: **Lathe rota:** mornings beginners, afternoons anybody, evenings me with the radio on. Fill the sheet in *ink*. Somebody is rubbing people out. {👍 sian mateo cass bronagh}
sian +9: I thought the radio did that. {😂 hal mateo freya; 📻 ted}

otis: The extractor is at half strength. When were the bags last emptied?
mateo +3: Define empty.
otis +2: Oh dear.
mateo +35: It is empty now. I weigh more than before, and all of it is walnut dust.

ted: I’ll be sharpening on Saturday from ten. Saws only. Hand saws only. If it has a plug, take it to a church. {😂 hal theo mateo freya sian bronagh; 🪚 cass elspeth; ❤️ gwen}
elspeth +7: May I bring the page-saw from the bindery? It is eighty years old.
ted +5: Then it’s younger than me, and I’ll be gentle with it.

bronagh: I need spruce with the straightest grain in the county, a hand wide. A fiddle top, quarter sawn.
theo +11: The organ that came out of the chapel. The big pipes are spruce. They’re in the rack over the door.
bronagh +2: Hymns for a hundred and thirty years, and now reels. The poor wood. {❤️ hal theo maren; 🎻 sian piet}
theo +3: It has been waiting for it.

jun: The CNC question, one last time: would anybody be upset?
theo +1: Yes.
hal +1: Yes.
ted +9: What’s that?
mateo +2: A very small carpenter made of motors, Ted.
ted +2: Does he sweep up?
jun +1: No.
ted +1: Then yes. {😂 hal theo mateo jun freya bronagh sian maren; 🧹 otis}

sian: Spoon circle under the plane tree on Sunday, axes from ten, knives from eleven. Bring a plaster, it stops you needing one.
freya +5: Is it OK if I’ve never used an axe?
sian +2: It’s better. People who *have* used one are the problem.

alasdair: Someone has hung a coat on the fire extinguisher. The coat may burn. I wish to be clear about my priorities.
cass +20: It was my coat, and I’m moving it. I agree with your priorities.

rowan: How do I get a screen frame to stay square? Mine are all slightly diamond-shaped.
theo +4: Half-lap joints, and glue it on a flat floor. Measure both diagonals; when they agree, walk away.
rowan +2: And if they don’t agree?
theo +1: Lean on the longer one. {💡 rowan freya mateo}

mateo: First coat of oil on the table. It went from grey to *Tuesday at sunset*. {😍 theo hal sian freya; 🤩 luca ines}
luca +6: Is that a colour?
mateo +1: It is now. I’m putting it in the catalogue.

freya: My first dovetail. Be honest. {❤️ hal sian elspeth gwen wren}
theo +5: Three are good. One has a story.
ted +8: I’ve seen worse on a coffin.
freya +1: I’ll take it!!
hal +2: From Ted that is a knighthood. {😂 theo mateo sian bronagh freya; 🏅 maren}

des: Would there be a bit of ash about, a metre and a half, for a walking stick? It’s for my dad.
hal +6: There’s a good one drying by the window, I cut it in the winter. How tall is your dad?
des +2: He was six foot. He says he still is.
hal +1: We cut it long and let him win. {❤️ des sian gwen maren kofi}

theo: The chair is finished.
mateo +1: Did you sit on it?
theo +2: I sat on it for an hour.
mateo +1: And?
theo +1: I may not get up. {🎉 hal mateo freya sian ted bronagh cass maren ines; 🪑 piet luca}

otis: Safety note, because I love you all: the guard on the bandsaw is not a suggestion. I found it propped open with a pencil.
hal +9: Whose pencil?
otis +1: It’s a very well-sharpened pencil.
ted +15: Don’t look at me, I’d have used a nail. {😂 theo mateo freya}

zsofi: Could somebody please cut me forty willow-stake bases in plywood? Circles, 20 cm, with 24 holes.
freya +3: Me! Is that for the school day?
zsofi +1: For thirty children and ten accidents.
freya +180: 40 circles, 960 holes. I now dream in holes. {👏 zsofi wren hal mateo; 🕳️ jun}

piet: I need to scarf two lengths of larch for the punt. Eight to one, epoxy allowed, I am not proud.
theo +12: Bring her in on Friday when the floor is empty. We have the long bench.
piet +2: She is four metres.
theo +1: Then she can stick out of the door like a dog in a car. {😂 piet hal mateo; 🛶 kofi}
piet +2900: Scarfed, glued, and out of the door. She floats on Saturday. There will be a very small ceremony with a very small beer.

cass: Does anyone have a froe that isn’t holding a door open?
hal +4: That one has held the door since 2003. If you take it, bring a brick.
cass +6: I’ve brought two bricks, and I apologise to the door.

maren: The chairs in the long shed: twelve wobble. Is there a Sunday in any of you?
theo +3: There’s a Sunday in me.
mateo +2: And in me.
freya +1: Me too, after eleven.
ted +40: I’ll come and point.
maren +2: We need someone to point. {❤️ ted theo mateo freya hal}
mateo +2800: Eleven chairs are mended. The twelfth isn’t a chair any more, it’s a lesson.

kofi: Do any of you make handlebars? Wooden ones. I saw a photo.
theo +6: Steam-bent ash, perhaps. They’d be beautiful until the first kerb.
kofi +1: So only for smooth roads and weddings.
hal +4: Those aren’t the same thing.

ted: Whoever sharpened the tenon saw: good. Whoever then cut tin with it: I shall find out. {😂 hal theo mateo freya bronagh; 😱 sian; 🪚 cass}
otis +12: It was a Repair Café visitor. He was very sorry, and ninety.
ted +3: Old enough to know better.

hal: A word about yew: the dust is bad for you. Mask, fan, and don’t lick anything. The gavel is coming on nicely.
maren +6: Is licking common?
hal +2: You’d be surprised what goes on at a lathe. {😂 sian mateo freya maren gwen}

bronagh: Who’s playing my clamp? It’s in the key of G.
mateo +2: That’s the extractor again. It has a note now.
bronagh +1: G sharp, in that case. Please oil it. {🎶 hal otis theo}

luca: Wood type question. Pear or maple, for new letters?
theo +4: Maple, end grain. Pear moves.
elspeth +6: Maple. And oil it once a year as if it were your mother.
luca +1: My mother will be delighted. {😂 theo elspeth freya hal}

gwen: There is an invoice here for “sandpaper, various” of £88. Are we eating it?
mateo +3: It’s the floorboards. A hundred years of polish.
gwen +1: Then I’ll file it under archaeology. {😂 hal mateo theo; 🧾 maren}

freya: I sharpened a plane iron on my own, and it took one shaving as long as the bench!! You could read through it! {🎉 theo ted hal sian mateo bronagh; 😍 luca; 👏 elspeth cass}
ted +20: Thickness?
freya +4: Four hundredths.
ted +2: Now do it again tomorrow, when nobody’s watching. {❤️ freya hal theo}

jun: I won’t say the letters, but if someone wanted forty identical pegs, would you rather spend a weekend on it…
theo +2: Yes.
hal +1: Yes.
mateo +3: What’s your hourly rate, Jun?
theo +1: Mateo. {😂 jun hal freya sian mateo; 😠 ted}

wren: Which knife should I buy if I only buy one?
sian +3: A straight sloyd, 8 cm, carbon steel. £25. Here is the maker: https://knives.example.org/sloyd-80
hal +2: And a strop. Without a strop it’s a butter knife by June.
wren +5: A knife and a strop. Ordered.
sian +1: And plasters.
wren +1: I have a *drawer* of plasters, I make baskets. {😂 sian zsofi hal}

mateo: New in the timber rack: cherry, two boards, a farmer’s hedge. £12 each into the honesty tin, and please send me a picture of what it becomes.
hal +7: Bowl.
sian +4: Spoons.
theo +2: Half of a chair.
freya +9: A pencil case? Is that allowed?
mateo +1: That’s exactly what cherry is for.

alasdair: Shop closes at nine on weekdays, and that means the *last* saw stops at a quarter to. The neighbours have been very kind, and I’d like them to stay so.
hal +3: The radio too?
alasdair +2: The radio they asked for by name. It may stay on till nine. {📻 hal ted; 😂 theo mateo sian}

ines: Thank you for the ware boards! Twelve of them, and they don’t warp. The clay doesn’t know what to do with itself.
freya +4: I did six!
theo +1: She did seven. {❤️ ines freya yuki amara hal}

bronagh: The fiddle with the organ-pipe top is strung. Come to the long shed at eight. It’s loud, and it’s very slightly religious. {🎻 theo hal sian piet maren bea mateo ted; ❤️ maximiliana gwen}
theo +150: I heard it from the yard, and I had to sit down.
hal +2: On the chair?
theo +1: On the chair. {❤️ bronagh hal mateo freya maren}
`);
