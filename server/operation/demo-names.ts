type Name = {
  company_name: string;
  first_name: string;
  last_name: string;
  title: string;
  country: string;
  email: string;
};

/** As long as a field may be (200 characters, decision 0007): one word, and many. */
const oneLongWord =
  'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
    .repeat(3)
    .slice(0, 200);
const manyWords = 'The Honourable Company of Merchants, Traders, Carriers and Forwarders of the '
  .repeat(3)
  .slice(0, 196)
  .concat(' Ltd');

/** A partner whose own name is written from right to left. */
export const partnerOfNames = {
  name: 'ليلى حداد',
  email: 'layla@sahara.example',
  company: 'شركاء الصحراء',
};

/** Names that break lists made for short English ones: newest first. */
export const names: readonly Name[] = [
  {
    company_name: 'شركة النخيل للتجارة',
    first_name: 'فاطمة',
    last_name: 'الزهراء',
    title: 'مديرة المشتريات',
    country: 'Morocco',
    email: 'fatima@nakheel.example',
  },
  {
    company_name: oneLongWord,
    first_name: 'Maximilian',
    last_name: 'von und zu Hohenlohe-Schillingsfürst',
    title: 'Vorstand',
    country: 'Austria',
    email: 'maximilian.von.und.zu.hohenlohe-schillingsfuerst@donau.example',
  },
  {
    company_name: '明远信息技术有限公司',
    first_name: '伟',
    last_name: '王',
    title: '采购经理',
    country: 'China',
    email: 'wang.wei@mingyuan.example',
  },
  {
    company_name: 'תוכנת הגליל בע״מ',
    first_name: 'יעל',
    last_name: 'כהן',
    title: 'מנכ״לית',
    country: 'Israel',
    email: 'yael@galil.example',
  },
  {
    company_name: 'Al-Noor النور (UK) Ltd.',
    first_name: 'Omar',
    last_name: 'عمر',
    title: 'CEO / المدير',
    country: 'United Kingdom',
    email: 'omar@alnoor.example',
  },
  {
    company_name: manyWords,
    first_name: 'Anne',
    last_name: 'Smith',
    title: 'Clerk to the Company',
    country: 'United Kingdom',
    email: 'anne@honourable.example',
  },
  {
    company_name: 'Short & Co',
    first_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200),
    last_name: manyWords,
    title: manyWords,
    country: 'Germany',
    email: 'w@short.example',
  },
  {
    company_name: '東京精密工業株式会社',
    first_name: '花子',
    last_name: '佐藤',
    title: '営業部長',
    country: 'Japan',
    email: 'sato@seimitsu.example',
  },
  {
    company_name: 'بازرگانی آریا ۲۰۲۶',
    first_name: 'داریوش',
    last_name: 'کریمی',
    title: 'بنیان‌گذار',
    country: 'Iran',
    email: 'dariush@arya.example',
  },
  {
    company_name: 'Công ty Sông Hồng',
    first_name: 'Thị Minh',
    last_name: 'Nguyễn',
    title: 'Giám đốc',
    country: 'Vietnam',
    email: 'minh@songhong.example',
  },
  {
    company_name: 'Ελληνικά Ναυπηγεία',
    first_name: 'Γιώργος',
    last_name: 'Παππάς',
    title: 'Διευθυντής',
    country: 'Greece',
    email: 'giorgos@nafpigia.example',
  },
  {
    company_name: 'ООО «Северный ветер»',
    first_name: 'Ольга',
    last_name: 'Иванова',
    title: 'Директор',
    country: 'Kazakhstan',
    email: 'olga@veter.example',
  },
];
