import { readTalk } from './talk.ts';

export const mending = readTalk(`
bea: Thursday, seven, the long shed. Theme is elbows. Bring one. {👍 mina gwen sol imani cass; 🧶 wren}
wren +5: Only one?
bea +1: The other will get jealous, and then you’ll come next week. {😂 mina gwen cass}

gwen: I’ve darned the same sock so often that there’s none of the first sock left. Is it still the sock?
sol +3: The Ship of Theseus, but for feet.
mina +1: It’s *more* the sock.
gwen +2: It’s on its fourth heel, and I feel the same. {❤️ sol mina bea imani maren; 😂 cass rowan}

mina: Sashiko for beginners: even stitches on the front, *smaller* on the back, pull the thread through before the corner and leave a little loop. It’ll pucker anyway. It’s fine. {🙏 wren sakura freya; 📌 bea}
sakura +8: On the front the stitch is like a grain of rice. That’s what my grandmother said.
mina +1: Rice on top, sand underneath. I’m keeping that. {❤️ sakura sol imani bea}

cass: Boots: the left sole has come off a good pair. Stitched welt. Can it be saved, or do I tell her gently?
cass +40: I’ve answered my own question. It can be saved. I’m saving it.
bea +3: We’re always here to listen. {😂 mina gwen; 👢 des}

imani: Has anyone reweaved a hole in real tweed? Not a patch. *Reweaved.*
gwen +11: My mother did. You steal threads from the hem, and count, and don’t blink for two days.
imani +2: I’ve stolen, I’ve counted, I’m on day one.
imani +2880: Done. You can’t find it. I can’t find it. I’ve lost my own work. {🤯 bea mina sol; 👏 gwen cass ana; ❤️ ines}

sol: Dye day on Sunday. Weld, madder, iron and onion skins. Bring *wet* wool, about 100 grams, in a named bag.
bea +3: How wet?
sol +1: Soaked overnight. As if it had been out looking for the cat.
wren +6: Will it take on willow?
sol +2: A bit, and only where it’s peeled. Let’s find out. {🌼 imani wren zsofi; 🧪 ana}

rowan: Moths. I have moths. I’ve lost two jumpers and my temper.
bea +1: Freezer, two weeks, in a bag. Then out a day, then in again a week.
gwen +3: And cedar, and hope.
maximiliana +9: And lavender from the bee bank, I’ll leave a bundle on the peg.
rowan +2: The jumpers are next to the peas. I feel better already. {🫛 bea sol; 😂 cass mina}

ana: Invisible zip, silk lining, and the slider has come off one side. It’s for a wedding on Saturday and I’m not the bride, so it’s worse.
mina +2: Come now.
ana +1: Coming!
ana +65: She had it on in four minutes, with a *fork*. {🍴 bea cass gwen sakura; 🏆 imani}

des: What do I do with a cuff that’s gone shiny?
cass +4: Steam it through a damp cloth with a drop of vinegar, brush against the nap.
des +45: It’s not shiny. Driver’s uniform saved. The passengers won’t know, but I will. {❤️ cass bea gwen}

mina: Patch swap box is full again. Please take two for each one you put in, just this week.
wren +8: I took six. They had foxes on.
mina +2: Everyone takes the foxes. More foxes are coming.

gwen: A young man brought in his grandfather’s cardigan. He’d like the *hole* kept and the *edge* mended. I thought that was rather fine.
bea +4: Blanket stitch around the hole, same wool?
gwen +1: I’ve some of the very wool. It’s from 1974, I knew it would come in.
gwen +4300: He wore it out of the door. Neither of us said anything for a bit. {❤️ bea mina sol imani cass maren ines wren; 🥹 nadia rowan}

freya: Can you mend a tent with sashiko??
mina +1: You can mend anything with sashiko.
bea +2: It’ll rain through the holes.
mina +2: Then *seam-seal* it. Don’t crush a dream, Bea. {😂 freya bea cass imani}

imani: The half-finished blanket from Gwen’s attic is off the loom. I matched the blue as near as Sol could dye it. You can see where one hand stops and another begins, if you know. {😭 gwen; ❤️ bea mina sol wren sakura maren zsofi cass ana; 🧶 nadia}
gwen +20: I’ve had it over my knees all evening. It stops just where she told me she was tired. Thank you, both of you.
sol +2: The blue took four goes. I’d have done forty.

cass: Waxed jackets: I’m doing a batch on the 14th. £6 for the wax, labour is biscuits. Brush the mud off first. **Off**, I said.
des +2: Does dog hair count as mud?
cass +1: Dog hair is a *lining*. {😂 bea gwen rowan; 🐕 mina}

wren: I darned a sock! A whole one! It looks like a small raft.
gwen +2: That’s called a Swiss darn, if anyone asks.
wren +1: Is it?
gwen +1: No. {😂 bea mina sol imani wren cass}

bea: Found after Thursday: one thimble (silver, “To E.”), one glove, half a pair of scissors.
elspeth +30: The thimble is my great-grandmother’s!! I thought the tram had it.
bea +2: It was inside the teapot.
mina +1: I did think the tea was a bit metallic. {😂 gwen elspeth imani sol}

sakura: Question about red thread: mine bleeds in washing. Is it the thread or is it me?
sol +3: It’s the thread. Boil it once on its own with a spoon of soda, then rinse till it’s bored.
sakura +90: It’s bored now. Thank you. {😊 sol mina bea}

maximiliana: The altar cloth from St Oswald’s has come to us, with a burn. It’s linen damask of about 1890. I’m afraid of it.
gwen +4: So am I. Let’s be afraid of it together on Thursday.
imani +3: I’ve damask linen in the right weight. Bring the burn to me before you bring thread to it.
maximiliana +5700: It’s back on the altar. The vicar ran his hand over it, and looked for the burn, and gave up. {🎉 gwen imani bea; 🙏 sol cass; ❤️ mina}

ines: I bring you an apron. It’s more slip than apron, and the strap has gone.
cass +3: Leather strap this time?
ines +1: Yes please, something that will outlive me.
cass +2: That’s all I do. {❤️ ines bea}

mina: For the school visit I’ll need forty big-eyed needles and forty squares of denim. Who’s throwing jeans away?
rowan +1: Two pairs.
freya +2: One and a bit.
des +3: Five, but they’re bus-shaped at the knee.
mina +2: Bus-shaped is fine, we only need squares. {😂 des freya bea; 👖 kofi}

nadia: Does bookbinding thread count as mending?
bea +1: What did you mend?
nadia +1: A kite.
bea +1: It counts. {🪁 mina sol wren}

sol: The whole madder batch came out *salmon*. I wanted brick. The water’s gone soft since they did the pipes.
imani +6: A pinch of chalk in the pot?
sol +1440: A pinch of chalk and it’s brick. Imani, you’re a chemist.
imani +2: I’m a weaver with hard water at home. {🧱 bea mina; ❤️ sol imani}

cass: Someone asked me whether I’d “just quickly” resole eleven pairs of tango shoes. Reader, I said yes.
bea +2: Why?
cass +1: He danced while he asked. {😂 mina gwen sol; 💃 ana; 👞 bronagh}

zsofi: A seat of rush has gone through, on a chair I love. Does the guild of mending accept chairs?
bea +1: We’re broad-minded.
gwen +4: Is it English rush?
zsofi +2: From the canal. Piet let me cut it.
gwen +1: Then it’s a local patient. Thursday. {😂 zsofi piet imani; 🪑 theo}

rowan: Jumpers are out of the freezer. Fourteen holes between them. I’m going to mend every one in a different colour and call it a *map*.
mina +2: A map of what?
rowan +1: Of where the moths were happy. {❤️ mina bea sol wren; 😂 gwen cass}

bea: A year of Thursdays tonight. 51 evenings, 600-odd things. Somebody brought a *lampshade* once. I’ve been proud every week.
gwen +3: I missed two. One was a funeral, and one was snow.
mina +2: Cake’s at half past seven. It has a darn in it, in icing. {🎂 sol imani cass wren ana gwen bea sakura; ❤️ maren ines nadia}
`);
