import { readTalk } from './talk.ts';

export const printRoom = readTalk(`
elspeth: The Arab press is level for the first time since 1912. A marble stays where you put it. {🎉 luca priya rowan nadia freya maren ines; 😍 hal}
luca +4: What did we put under her?
elspeth +2: Slate, and one folded copy of the *Alderwick Post*.
luca +1: So journalism does support something. {😂 rowan priya nadia elspeth}

priya: **Paper order closes on Friday.** So far: 4 reams of cartridge, 2 of the grey sugar, 1 of the Japanese that costs more than my shoes. {👍 rowan nadia nour}
rowan +6: Two of the cheapest newsprint, please. It’s for being honest on.
nadia +11: One of the laid, long grain. It *must* be long grain. Last time it was short and my books fought back.
priya +1: LONG GRAIN. In capitals, on the form, underlined twice.
nour +25: And twelve sheets of the burnished, if they still make it.
priya +7: They do, and the man asked after you.

freya: Why is the letter e always in the wrong box?
elspeth +3: Because people put it back where they think it lives and not where it lives.
luca +1: The e lives in the biggest box. It is the most popular letter, and it gets the best flat.
freya +2: That’s how I’ll remember it. {😊 elspeth luca; ❤️ priya}

rowan: Proof of the cover is up on the line. Red is a bit loud?
priya +4: The red is exactly loud enough.
luca +2: The red can be heard from the canal.
rowan +3: So: perfect. {😂 priya nadia freya; ❤️ luca}

elspeth: We’re one short of wood-type R in the ten-line Clarendon. It was here at Easter. I’m not accusing anyone of love.
luca +9: I’ve looked in every coat.
freya +30: It’s under the guillotine! It had rolled!
elspeth +2: Bless you. Put him back with his family. {🎉 luca priya nadia; ❤️ freya}

nour: The words for the fair’s banner in three scripts are drawn. Arabic, Latin and, by kindness of Sakura, Japanese. Who prints a thing three metres long?
luca +5: We do it in six pulls and hold our breath.
rowan +2: Screen would be easier, but go on, hold your breath.
luca +2: I’ll hold it till Sunday. {💨 rowan elspeth; 😍 priya nadia farah}
luca +5700: Six pulls. They meet. You have to know where to look, and I’ll never tell you where. {🎉 nour elspeth rowan priya nadia freya maren; 🤩 farah ines}

dev: What’s in the green tin on the window? It has no label, and it’s eaten its own lid.
priya +2: Don’t touch it. It’s the old press wash.
elspeth +4: It’s going to the hazardous people on Wednesday, in a box, in a bag, with a note.
priya +2: The new wash is vegetable oil. It’s slower, and nobody faints.

nadia: Bindery class on Tuesday is full, with a waiting list of nine. Should I do a second one?
freya +1: Yes!
gwen +5: Yes, and the hall is free on Wednesdays, I checked.
nadia +3: Then Wednesday too. Coptic stitch, bring a book that you don’t mind being the first.

gwen: Could the membership cards be a *fraction* smaller? They don’t fit in a purse. They fit in a handbag.
luca +2: They were meant to be framed.
gwen +1: I’m keeping mine behind the bus pass, Luca, I’m not hanging it over the fire.
luca +8: 85 by 54, it is. I’ll mourn in private. {😂 gwen elspeth oluwadamilola}

priya: Ink inventory: black 6 tins, warm red 2, process blue half, opaque white is a rumour.
rowan +2: I used the white. I’ll replace it. The white was worth it.
priya +1: Everyone says so, and nobody buys any.

ana: Has anyone tried conductive ink through a screen? I’d like a poster that lights up when you shake its hand.
rowan +5: Never. Tomorrow?
ana +1: Tomorrow! 90 mesh, I’ll bring the silver stuff, it’s £40 a spoonful.
dev +3: I’d like to be in the room, please.
rowan +1440: It lit up. I shook hands with a poster, and I felt *met*. {🤩 ana dev luca freya; 💡 linh; ❤️ nadia priya}

elspeth: A visitor asked today whether we “do fonts”. I showed him a hundred and forty cases, and he had to sit down.
luca +2: Did he recover?
elspeth +1: He joined. {😂 luca priya nadia maren; 🎉 gwen}

luca: Fair poster, third state. I changed the sun. I’ve been looking at it for so long that I can’t see it.
nadia +4: The sun is right. The date is too polite. Bigger.
elspeth +6: Twelve-line for the date. And drop “annual”. They know.
luca +2: Dropping “annual”. You’re both right, and it’s painful. {❤️ nadia elspeth; 👍 maren rowan}

freya: Set my first whole paragraph by hand. 94 words. Two hours and ten minutes. One wrong letter.
elspeth +3: Which?
freya +1: A u that was an n.
elspeth +2: That’s no mistake, that’s tradition. {🎉 luca nadia priya; ❤️ freya elspeth hal}

hal: Found in the yard: a brass thing, arrow-shaped, about a thumb long. One of yours?
elspeth +7: It’s a frisket finger! Off the Albion that went to the museum. It’s been gone since before the flood.
hal +1: Then it’s come home by the slow road.

priya: Whoever is carving lino on the *composing stone*: it’s a stone, it’ll be here when we’re all dust, but still. Use the board. {🙏 elspeth; 👀 freya rowan}
rowan +12: It was me. I was swept up in it.
elspeth +2: Swept is a word I’d like to hear more of from you. {😂 priya luca nadia freya}

nour: A question for the old hands: how long until wood type swells back after a dry winter?
elspeth +4: A week in the damp cupboard with a saucer of water. Don’t wet the letters themselves.
nour +2: They’re in there with a teapot, a lacquer box and somebody’s sandwich.
elspeth +1: The sandwich may be removed. {😂 luca priya freya nadia}

linh: I’m printing a circuit diagram as a birthday card. Which typeface says “happy birthday” and also “10 kΩ”?
luca +1: Grotesque No. 9.
nadia +2: Grotesque No. 9, all lower case.
linh +1: Is that a joke that I don’t understand?
luca +3: No, it’s really called that, and it really is the one. {😂 nadia linh elspeth; 🎂 dev}

oluwadamilola: The minutes need a binding. Five years, about 300 leaves. Nothing fancy.
nadia +3: It’ll be fancy.
oluwadamilola +1: A *little* fancy.
nadia +1: It has a ribbon already. {🎀 oluwadamilola gwen maren; 😂 elspeth}

rowan: Zine fair in the city on the 9th. Table for two, four of us want to sit at it. Rota?
freya +3: I can do the morning, I’m up anyway.
priya +4: Noon to two.
luca +1: I’ll stand behind it all day and look like an author.
rowan +2: You do look like an author. It’s the coat. {🐦 freya; 😂 priya nadia}
rowan +10080: Sold 61 zines and 14 prints, and swapped a bookmark for a *goat cheese*. {🎉 priya luca freya elspeth; 🧀 gwen hal}

bea: Could you print knitting charts big? Like, readable from across a pub?
priya +6: A2 on the newsprint, 50p each. Send me the file.
bea +2: You’ll be the patron saint of the Wednesday knitters.

farah: I’d like to print from a tile. Is that foolish?
luca +2: Is it flat?
farah +1: It’s *mostly* flat.
elspeth +5: Pack it underneath with newspaper till the high spots kiss. Low pressure, damp paper. It’s how they did it for a thousand years.
farah +200: It’s printed! The cracks came out like rivers. {😍 elspeth luca priya nour ines; 🤩 freya rowan}

elspeth: The Japanese paper has come. Please wash your hands as you would before holding a baby.
rowan +2: I don’t hold babies.
elspeth +1: Then please wash them as if you did. {😂 priya nadia nour luca rowan}

luca: PSA: ems and ens are not interchangeable just because they’re both “the blank ones”. I found a line held up by a match.
freya +4: The match was me. I was one thin space short.
luca +2: Honestly? It was a good match. But the thin spaces are in the top left.

maren: The lease is signed. I’d like a broadside for the wall: “Twenty years”, and all our names. Could we?
elspeth +2: We’ll start tonight.
luca +1: In wood. In red. In the twelve-line.
nadia +4: I’ll sew the edge so it can be added to. {❤️ maren ines hal gwen priya rowan freya nour; 🎉 farah bea}
elspeth +8600: 412 names, set by eleven people over six evenings. It hangs by the door. Find yourself. {😭 maren gwen; ❤️ luca nadia priya freya rowan hal ines nour bea dev; 🎉 farah ana}
freya +12: I’m between Frank and Frances. I’ve never been so happy with my surname.

ines: Could I have a dozen labels for glaze buckets that won’t wash off?
priya +3: Oil ink on the waxed stock. Give me the recipe names.
ines +6: \`14B\`, Honey, Pond, Dove, Brian. And one that says *Not This One*.
priya +1: I’m printing thirty of that last one. {😂 ines elspeth luca tomasz freya}
`);
