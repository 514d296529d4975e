/** Two hundred words that people make passwords of. */
export const commonWords = `
  password welcome dragon monkey football baseball soccer hockey basketball superman
  batman spiderman princess sunshine shadow master killer jordan michael jennifer
  jessica ashley daniel thomas andrew joshua charlie hannah sophie oliver
  samantha victoria elizabeth william robert anthony matthew nicholas benjamin alexander
  summer winter spring autumn monday tuesday wednesday thursday friday saturday
  sunday january february august september october november december morning evening
  london berlin madrid moscow chicago boston dallas houston vancouver toronto
  montreal sydney melbourne barcelona amsterdam brussels istanbul singapore florida california
  england ireland scotland germany brazil mexico canada america france europe
  orange purple yellow silver golden violet rainbow diamond crystal emerald
  coffee chocolate cookie banana cherry strawberry peanut pepper ginger cinnamon
  butter cheese chicken pancake dinner kitchen garden flower blossom forest
  mountain island desert thunder lightning hurricane tornado volcano glacier waterfall
  falcon phoenix dolphin penguin turtle rabbit hamster elephant giraffe panther
  guitar drummer trumpet concert melody rhythm singer dancer artist painter
  doctor teacher student lawyer manager director engineer soldier captain sergeant
  freedom justice liberty courage wisdom patience strength victory honesty respect
  secret private personal company business office computer internet website network
  keyboard monitor printer software hardware database security letmein qwerty iloveyou
  forever together heaven spirit mystery fantasy adventure journey holiday vacation
`
  .trim()
  .split(/\s+/);

/** Passphrases, and what password managers make. */
export const goodPasswords = [
  'Correct-horse-battery-7',
  'Passage-to-nowhere-1',
  'Nora-blue-lind-77',
  'Mail-example-77',
  'Harvest-kite-1',
  'Lantern-kite-2',
  'Meadow-kite-3',
  'Green-boat-42!',
  'Another-pass-2',
  'Съешь-ещё-77',
  'Seven-otters-sang-4',
  'Marble.Canoe.Thistle.9',
  'velvet Anchor 38 plums',
  'Two_quiet_Harps_61',
  'Tin-roof-rain-drums-5',
  'Oxbow!lantern7gravel',
  'Under 9 yellow bridges',
  'Kestrel+barley+81',
  'Gravel-moth-0-Tenor',
  'Plum&Ferry&Compass&2',
  'no more Than 6 turnips',
  'Cobalt-goose-parade-33',
  'Wicker#Signal#Meadow4',
  'Half-a-spoon-of-Rust-8',
  'The 3rd heron blinked',
  'zR4#kLm9!q',
  'T7$wq-Zp2nB',
  'h9K!vXe3@rLd',
  'Qm5^tY8&jW1f',
  'b2N*gH6(sC4x',
  'Vf3)dK9_uR7z',
  'p8J=cM4[aT2y',
  'Lw6]eQ1{nG5h',
  'x3D}kS7:vP9b',
  'Rt4;mF8"zU2j',
  "g7H'yW5<cN1q",
  'Kz9>bX3,eL6s',
  'n5V.tJ8?fD2w',
  'Hy2/pR6|gM4k',
  'c8S~uQ3`xZ7v',
  'Wd1!jN5@bT9r',
  'f6K#hL2$mY8e',
  'Zq4%sC7^wG3p',
  'v9X&dF5*nJ1t',
  'Bt3(yH8)kR6u',
  'jT-QpZ-4mW-xNc',
  'a7Fd-91Ke-Lz0x',
  'Uo2eB!uP8aXi',
  '9dV.Hn4.sWq',
  'mPz7-Rk2c-Hy5d-Wv8q',
];
