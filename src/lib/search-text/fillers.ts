/** Words around a place's name in what students type: "student accommodation near …", 附近租房, "thuê phòng gần …". */

const english = `a an and the of in at to for from on by with my me i is are near nearby close around next beside within walking distance
student students accommodation accommodations accomodation accommodatio acommodation housing apartment apartments apt flat flats flatshare
rent rental rentals renting rented lease room rooms house houses home homes dorm dorms dormitory dormitories hall halls residence residences
studio studios ensuite suite en single double shared private bedroom bedrooms bed beds cheap cheapest affordable best good top
let lets letting lettings looking find search short term long stay homestay place places live living
tube underground metro subway mrt train railway international campus week weekly month monthly price prices`;

// Vietnamese, folded: thuê phòng, nhà ở, căn hộ, ký túc xá, sinh viên, gần, tại, quanh, giá rẻ, du học, trường đại học.
const vietnamese = `thue phong nha o tro can ho chung cu ky tuc xa ktx sinh vien gan tai quanh khu vuc cho gia re du hoc truong dai tim kiem
cua va den noi nguyen ghep luu tru can`;

const european = `de la le les du des el los der die das und y et logement etudiant wohnung zimmer studenten alojamiento piso pisos habitacion residencia chambre`;

/** Folded. */
export const fillerWords: ReadonlySet<string> = new Set(`${english} ${vietnamese} ${european}`.split(/\s+/));

/** Simplified; longer ones first, so that they are taken whole. */
const chinese = [
  ...[
    '学生公寓',
    '留学生',
    '留学',
    '学生',
    '租房子',
    '租房',
    '租屋',
    '租金',
    '出租',
    '租',
    '找房子',
    '找房',
    '房源',
    '房子',
    '房屋',
    '房间',
    '套房',
    '单间',
    '公寓',
  ],
  ...[
    '宿舍',
    '住宿',
    '住房',
    '寄宿家庭',
    '寄宿',
    '民宿',
    '合租',
    '整租',
    '短租',
    '长租',
    '转租',
    '附近',
    '周边',
    '旁边',
    '周围',
    '靠近',
    '离',
    '近',
    '便宜',
    '价格',
  ],
  ...['推荐', '哪里', '怎么', '多少钱', '的', '在', '校区附近', '校外', '校内', '一居', '两居', '工作室', '单人间', '双人间'],
].sort((a, b) => b.length - a.length);

export const fillers = { words: fillerWords, chinese: new RegExp(chinese.join('|'), 'gu') };
