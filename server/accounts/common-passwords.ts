/**
 * Words that people choose and guessers try first, as they read once disguises are taken off. Words
 * of a keyboard's rows and repeated characters need no line: guessable.ts tells them by their form.
 */
const words = `
  pass password passwort passwd passcode passphrase passkey mypassword yourpassword newpassword
  oldpassword thepassword nopassword mypass adminpass adminpassword passwordadmin userpass userpassword
  testpassword testpass temppassword temppass defaultpassword rootpassword passwords passme passpass
  drowssap motdepasse contrasena contraseña parola senha wachtwoord haslo heslo zaqwsx zaq12wsx blink182
  pw pwd secret secrets topsecret mysecret key keys code codes pin
  admin admins administrator administrators root rootroot superuser super supervisor sysadmin system
  systems operator owner user users username guest guests anonymous anybody nobody somebody everyone
  login logon logmein signin access accessme enter entry open opensesame sesame letmein letmeinn
  letmeinnow trustnoone unlock gateway default defaults temp temporary initial changeme changethis
  changeit change changenow resetme reset newuser newpass start starter begin setup install welcome
  welcomeback welcomes hello hellohello helloworld hallo hola bonjour ciao goodbye please thankyou
  thanks test tests tester testing testtest testuser demo demos example examples sample dummy foo bar
  foobar bar blah whatever nothing something anything unknown private personal public internal
  security secure secured safety safe server network internet computer laptop desktop windows linux
  apple google android microsoft facebook twitter instagram youtube amazon netflix samsung nokia
  iphone oracle mysql postgres database backup data cloud website email mail webmail
  company office business work working worker manager management boss chief director president
  employee staff team teams partner partners portal partnerportal reseller resellers sales salesforce
  seller selling lead leads customer customers client clients vendor vendors finance marketing support
  service services helpdesk training project projects product products commission commissions money
  moneymaker cash dollar dollars euro million millionaire billion rich richard bank banking payment
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec januar februar maerz mai juni juli oktober dezember
  monday tuesday wednesday thursday friday saturday sunday weekend today tomorrow yesterday
  spring summer autumn fall winter sommer herbst fruehling season seasons holiday holidays vacation
  christmas xmas easter halloween birthday happy happybirthday newyear morning night midnight
  sunshine sunny sun moon moonlight star stars starwars startrek sky rainbow rain snow snowball storm
  thunder lightning fire firefly ice water ocean river mountain forest flower flowers rose roses
  lily daisy orchid garden nature earth world planet galaxy universe heaven angel angels devil hell
  god jesus christ church faith hope love lovely lover lovers iloveyou iloveu ilovegod loveme lovelove
  mylove forever always baby babygirl babyboy honey sweet sweetie sweetheart darling princess prince
  queen king kingdom lady girl girls boy boys family mother mommy mom father daddy dad brother sister
  friend friends bestfriend people human man woman
  dragon dragons monkey monkeys tiger tigers lion lions bear bears wolf wolves eagle eagles falcon
  falcons hawk shark dolphin dolphins whale horse horses mustang bronco broncos cat cats kitty kitten
  dog dogs doggy puppy bird birds chicken duck rabbit bunny turtle snake spider spiderman butterfly
  panther panthers cougar jaguar cheetah phoenix unicorn pony
  football soccer baseball basketball hockey tennis golf golfer rugby cricket racing runner running
  champion champions winner winners victory player players game games gamer gaming playstation xbox
  nintendo pokemon pikachu mario zelda minecraft fortnite matrix ninja samurai warrior warriors knight
  hunter killer shadow ghost wizard magic magical merlin gandalf batman superman ironman
  captain joker harry harrypotter hermione frodo darth vader yoda jedi skywalker
  yankees lakers cowboys steelers packers raiders giants dodgers redsox chelsea arsenal liverpool
  barcelona juventus madrid realmadrid manchester united bayern
  michael jordan jennifer jessica ashley amanda michelle nicole daniel daniela andrew anthony joshua
  matthew robert thomas william charlie charles george david james john johnny steven brandon justin
  jason kevin brian eric patrick taylor hannah samantha elizabeth victoria sophie sophia emily emma
  olivia isabella natalie rachel rebecca sarah laura maria anna alexander alexandra christian
  christopher nicholas benjamin jonathan joseph maggie molly buddy bailey ginger pepper cookie cookies
  chocolate cheese banana orange apples cherry strawberry peanut butter pizza coffee burger chips candy
  sugar vanilla whiskey beer vodka
  red blue green yellow purple black white silver gold golden diamond diamonds crystal pearl ruby
  london paris berlin newyork chicago boston dallas houston texas florida california vegas lasvegas
  hawaii canada mexico america american usa england ireland scotland france germany italy spain
  europe russia china japan india africa australia brazil
  freedom liberty peace justice power powerful strong strength energy music guitar piano drums dance
  dancer rock rockstar metallica nirvana eminem beatles elvis madonna movie movies hollywood
  school student teacher college university graduate doctor nurse lawyer engineer pilot soldier army
  navy marine police fireman
  master masters masterkey mastermind genius brain smart clever stupid idiot loser fuckyou fuckme fuck
  fucking asshole bitch bullshit shit sexy sex hottie cool coolguy awesome amazing perfect beautiful
  pretty crazy lucky luckyone seven
  ferrari porsche mercedes corvette camaro harley yamaha honda toyota subaru nissan bmw audi
  qwerty azerty qwertz asdf zxcv abc abcabc abcd xyz aaa hunter trustno onetwothree onetwo
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));
