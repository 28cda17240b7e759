import { readTalk } from './talk.ts';

export const glazeLab = readTalk(`
tomasz: Kiln 2 unloads tomorrow at about nine. If you have work in the firing, bring a tray and a pencil for the log. {🔥 ines amara yuki saoirse farah hal luca kofi priya; ✅ amara farah luca saoirse}
amara +13: Mine are the three small ones on the top shelf. Please don’t stack them 🙏
tomasz +4: Nobody stacks anything while I hold the key.
amara +2: This is why you hold the key. {❤️ tomasz ines}

ines: Cone 6 is out, and the tenmoku tests are the best we have had. It breaks to rust exactly where the glaze thins. {🤩 amara yuki hal tomasz saoirse farah luca gwen dev wren kofi priya; 🏺 amara yuki saoirse farah tomasz hal}
ines +2: Recipe card is \`14B\`, four per cent red iron oxide. It is on the shelf above the buckets.
dev +40: Four per cent of the dry weight, or four on top of a hundred?
ines +3: On top. 104 in all. I will write that on the card, you are the third to ask.
gwen +11: I was the second. I guessed wrong and it is a very nice brown.
luca +6: The whole history of glaze, in one sentence. {😂 ines gwen amara hal}

hal: @ines could you bring those tiles on the 23rd? I would like to photograph them for the swap table. {👍 ines}
ines +20: Yes. Wrapped, numbered, and I want them back.
hal +2: You will have them back before the tea is cold.

yuki: Two places left on the afternoon wheel slot on Saturday, if anybody is still deciding.
wren +9: Is that alright for someone who has made exactly one bowl?
yuki +3: That is the best moment. You have no habits to unlearn yet.
wren +2: Then please put me down. {🎉 yuki amara ines}

saoirse: Bench 4 has a crack right along the wedging surface. I have covered it with canvas for now.
tomasz +15: Plaster, or the frame under it?
saoirse +4: Plaster. The frame is fine.
tomasz +6: I will pour a new slab on Sunday. Keep the canvas on, plaster in the reclaim bin ruins a year of clay.
saoirse +1: Canvas stays. {🙏 tomasz}

farah: First try of the eight-point star tile. The points slump at cone 6 and stay crisp at 04. Do I want crisp or do I want frost-proof?
ines +25: Where will they live?
farah +5: My aunt’s front step.
ines +2: Then frost-proof. Make the cutter two millimetres sharper than you want and let the slump bring it back.
farah +3: You are saying I should plan the mistake.
ines +1: All of ceramics is planning the mistake. {😂 farah yuki amara tomasz; 💯 saoirse}

amara: Who left half a cup of tea on the glaze scale? It reads 184 grams and I nearly put it in a bucket.
kofi +7: Mine. Sorry. It was meant to be for drinking.
amara +2: It is now celadon.

tomasz: Firing calendar for this month:
  - **Kiln 1** bisque, every Monday
  - **Kiln 2** cone 6, alternate Wednesdays
  - **Kiln 3** is resting until the new elements come
  Shelves are by name again. Put the paper slip *under* the work, not in it. {👍 ines amara yuki saoirse farah}
farah +31: How long for the elements?
tomasz +6: The maker says three weeks. The maker said three weeks in March.

sakura: A question from the kintsugi side: does anybody have broken pots they do not want back? I need practice pieces, ugly is fine.
amara +4: How many boxes is the upper limit?
sakura +2: One box, please. One.
saoirse +9: I will leave mine beside the sink. There is a teapot in four pieces I have been angry at since Christmas.
sakura +5: Angry pots join very well. {❤️ saoirse amara ines}

ines: Reminder, since it has happened twice: **do not sand a fired matt glaze dry.** Wet and dry paper, under water, mask on. The sheet about it is pinned. {✅ farah amara saoirse yuki tomasz wren}
wren +12: Thank you, I did not know there was a way to be wrong about sanding.
ines +3: There is a way to be wrong about everything here. That is why there are sheets.

yuki: My Tuesday group centred four kilos today. All six of them. I am so proud I could fall over. {🎉 amara ines tomasz saoirse gwen maren; 💪 farah kofi}
gwen +18: I would like it noted that I was one of the six, and that I am seventy-one.
yuki +1: It is noted in large letters.

luca: Could I slip trail type? As in actual letters, backwards, from a nozzle, on a plate.
farah +6: You can. You will be sad about the letter S.
luca +4: I am already sad about the letter S, in every medium.

tomasz: Kiln 2 tripped at 1180 last night. It is the relay, not your pots. I have a spare, and I restart this evening.
amara +3: Will it have hurt them?
tomasz +8: They sat at 900 with the door shut. Worst case a bit of extra soak. I have seen glazes improved by worse.
ines +14: Log it as an experiment. \`K2-relay\`. {😂 amara tomasz saoirse}

priya: Is there any of the white slip left in the big bucket, or has it all become grey slip?
saoirse +10: It has become what I would call dove.
priya +2: Dove is a colour you sell to people in a leaflet. Is it grey?
saoirse +1: It is grey.

ines: New test tiles are up on the board by the door, in rows by iron and columns by thickness. Please do not take the one you love home. Photograph it. {📌 farah yuki; 👍 amara hal}
hal +22: Somebody has already taken B7.
ines +3: I know who it was, and they have until Friday.
kofi +5: It will be back on Friday. {😂 ines amara hal tomasz yuki farah}

wren: What does “leather hard” actually feel like? Every book says “like leather”, and I own one belt.
yuki +6: Like a cold block of cheddar. You can carve it, and it does not stick to your finger.
wren +2: That I can work with.
yuki +1: Everybody understands cheese.

nour: I have ground the last of the gold for the tile borders. Third firing at 720, very slow, nobody open the door please.
tomasz +7: It will have a sign, and the sign will have teeth.
nour +2: شكرًا. The tile says thank you as well. {🙏 tomasz ines farah; ✨ sakura amara}

amara: Show of hands: who would come to a *reclaim and biscuits* afternoon? We have eleven buckets of slop and one pug mill.
yuki +3: ✋
saoirse +4: ✋ if there are the ginger ones
farah +11: ✋
gwen +2: ✋ I will bring the ginger ones. {🍪 saoirse amara yuki farah wren}
amara +9: Then Sunday at two. Wear what you hate.

tomasz: Pug mill is clean, and I mean clean. Whoever runs it next puts *one* clay body through it and says which on the whiteboard.
amara +40: Buff stoneware from two o’clock. I will write it in a bold hand.

dev: I built a little logger for the kiln thermocouple. It draws the curve on a page: https://kiln.alderwick.example/curve
tomasz +2: Dev. I have been writing this down by hand every fifteen minutes for six years.
dev +1: I know. I have seen the book. It is a beautiful book.
tomasz +5: The book stays. But also, thank you. {❤️ dev ines amara; 🎉 yuki saoirse}
ines +9: Could it say when it passes 573? People open the lid at quartz inversion because they are hungry.
dev +12: It can now.

saoirse: Is anyone else’s porcelain warping to the left?
yuki +5: Which way do you throw?
saoirse +1: Anticlockwise.
yuki +2: Then it is remembering you. Compress the base twice and let it dry upside down.

farah: The aunt’s step is laid! Forty-two stars, two spare. She says the postman stopped to look. {🎉 ines nour amara saoirse yuki tomasz; 😍 priya luca wren; 🏺 hal}
ines +6: Frost-proof stars. Put a photo on the board, please, under “planned mistakes”.

kofi: If I wanted to make one very good mug, just one, ever, which class is that?
yuki +8: Three classes and about forty mugs.
kofi +2: So the mug is the forty-first.
amara +1: The mug is always the forty-first. {💯 yuki ines saoirse}

ines: Barium is locked away for good now. If an old recipe asks for it, ask me for the strontium version. Two that I have tried: https://glazelog.example/strontium-matt
farah +15: The blue keeps, which I did not expect.
ines +3: Nearly. It loses a little of the purple at the edge. I can live without the purple.

hal: Found a box marked “BRIAN’S ASH, DO NOT USE” behind the kiln. Which Brian, and what did he burn?
tomasz +9: Before my time.
gwen +14: Brian Tuttle. Apple wood, from the orchard where the car park is. He passed in 2009. It will be very good ash.
ines +6: Would he mind?
gwen +3: He would mind it being in a box. {❤️ ines hal tomasz amara maren saoirse}
ines +20: Then we make Brian’s ash glaze, once, properly, and the first pot stays in the shed.

sol: Does anyone fire small things? I have spindle whorls, twenty of them, thumb-sized.
amara +2: Small things are my entire personality. Bring them Monday.
sol +3: They have holes.
amara +1: Even better, they can hang on a wire. {😊 sol ines}

linh: Kiln 1’s door switch reads open when it’s closed, about one time in ten. Microswitch, £3. Shall I just do it?
tomasz +4: Do it with me watching, and with the isolator in my pocket.
linh +1: Friday after five?
tomasz +2: Friday after five.
linh +1500: Done. It has clicked fifty times out of fifty. {👏 tomasz ines dev amara}

yuki: Lost: one small wooden rib, pear wood, worn on one side. It has my mother’s initials.
amara +18: Not in the reclaim, I went through it with my hands.
wren +33: Is it about as long as a finger? There is one in the window by the sink.
yuki +2: That is the one. Thank you, thank you. {❤️ wren amara ines saoirse; 🙏 yuki}

imani: Can I press handwoven cloth into clay, or will I be picking threads out for a year?
farah +6: Damp the cloth, press, peel at once. Threads burn out anyway in the bisque.
imani +3: So the cloth survives, and the pattern, and nobody is angry.
farah +1: A rare craft.

tomasz: Thank you to whoever swept the kiln yard. Whoever put the sweepings in the *clay* bin, less so.
cass +5: Those were two different people, I am fairly sure.
tomasz +2: I would like to meet them both.

ines: Brian’s ash test is out. Thin it is honey, thick it goes green like a pond in a good year. {😍 gwen amara hal saoirse yuki tomasz farah maren; 🏺 sakura nour}
gwen +4: He would have said it was too shiny, and then he would have stolen the tile.
hal +7: B7 all over again.

freya: Elspeth says ceramic type existed?? Can we make ceramic type??
luca +2: We can absolutely make ceramic type.
ines +5: You can make ceramic type that shrinks twelve per cent and sulks.
freya +1: So 12% bigger moulds. I’m drawing it now.
ines +2: I take back “sulks”. Come and see me on Thursday. {🎉 freya luca elspeth}

saoirse: Opinions: foot ring, glazed inside or bare?
amara +1: Bare.
yuki +1: Bare.
farah +2: Glazed, with a line of wax round the edge.
ines +6: Whatever lets it leave the kiln shelf without a chisel.
tomasz +3: That. What she said. {😂 saoirse amara yuki farah}

priya: The kiln wash on shelf 6 is flaking into people’s work. Found three freckles in my bowl.
tomasz +12: Shelf 6 is out of service as of this minute. I will grind it on Monday, outside, in the mask, looking like a beekeeper.

amara: Sold four cups at the market, and one to a man who held it for eleven minutes first. {🎉 yuki ines saoirse farah wren luca gwen}
yuki +4: What was he doing for eleven minutes?
amara +2: Deciding what he would drink from it. I did not interrupt.

wren: My bowl came out! It is lopsided, and I have eaten soup from it twice already. {🥣 yuki amara ines; 🎉 tomasz saoirse gwen farah kofi hal}
yuki +2: Keep that one for ever. You will make better ones and like them less.

ines: Would somebody check my arithmetic? 14B scaled to 20 kg:
  \`\`\`
  feldspar    9000
  silica      5200
  whiting     3400
  china clay  2400
  red iron     800
  \`\`\`
dev +6: That is 20,000 plus 800. Adds up, and 800 is four per cent. Correct.
gwen +8: I did it on paper, and I agree with the machine.
ines +1: Thank you both. Mixing at six, dust masks on, window open.

oluwadamilola: For the minutes: did the kiln group decide anything about the second kiln, or only have feelings about it?
tomasz +5: Feelings.
ines +2: A quote is coming. £6,200 without the wiring.
oluwadamilola +3: Writing “feelings, and a quote is coming”. {😂 ines tomasz maren gwen}

kofi: B7 is back on the board. For the record it only went to see my mother.
ines +3: And?
kofi +1: She says it should be a teapot.
ines +4: She is right. {❤️ kofi amara hal yuki; 🫖 gwen}

sakura: Saoirse’s teapot is whole again. Four pieces, three seams, and one very small missing chip that I filled with silver instead, because it deserved a tooth.
saoirse +3: I am not angry at it any more. It is the best thing I own.
sakura +2: Then it has worked. {✨ ines amara farah nour yuki saoirse; ❤️ gwen wren maren}

tomasz: Kiln 3 elements have arrived. Three weeks, as promised, if you count from April.
farah +2: A miracle.
tomasz +4: Fitting them on Saturday with @linh and @dev. No visitors, no biscuits in the wiring.
linh +1: Biscuits *near* the wiring?
tomasz +1: At one metre. {🍪 linh dev amara}

yuki: Quiet hour on Sunday mornings from now on: nine to ten, no music, no talk, wheels only. Try it once.
saoirse +14: I did. I forgot I had a telephone.
gwen +5: I was asleep in the chair by the window, and no one minded. {❤️ yuki saoirse amara maren}

hal: Turned you six new bats from the old school bench tops. They are by the wheels. They say rude things about a headmaster underneath.
yuki +2: I read them all. Thank you, they run dead flat.
hal +3: The bats or the remarks?
yuki +1: Both. {😂 amara saoirse ines tomasz}

luca: Please can whoever glazed the LUCA stamp white own up? I admire it. I only want to shake a hand.
farah +9: I will never tell.
amara +1: It was Farah.

cass: Clay on leather: does anything get it out of a saddle bag?
saoirse +4: Let it dry, then brush. Never rub it wet.
cass +2: You have saved a bag and a friendship.

gwen: As treasurer I must report that the biscuit tin earned £41.20 last month, which is more than the vending machine ever did.
tomasz +3: Put it towards the relay.
gwen +1: It *was* the relay. {👏 tomasz ines amara linh}
`);
