const digit = '[0-9０-９]'
const hyphen = '[-‐‑‒–—―−ー－ｰ〜~ノの之]'
const kanji = '[〇一二三四五六七八九十百]'

/** What is counted behind a number. A blank behind a 番 or a 号 begins the room; behind a 丁目 it is a blank. */
const counted = `(?:丁目|番地の?|番丁|番町|番|号地|号(?!室|棟|館)|地割|区画?(?=${digit}))`
const onward = `(?:丁目\\s*|番地の?|番丁|番町|番|号地|地割|区画?)`

/**
 * 1丁目 2番地の3, 1-19-11, １－２－３号, 123番地1: a number of the street with all that is counted behind it. One that a
 * spreadsheet took for a day (3月2日) stays whole, or nobody would see any more what it was.
 */
const run = new RegExp(
  `${digit}+月\\s?${digit}+日|` +
    `${digit}+(?:${onward}${hyphen}?${digit}+|\\s*${hyphen}\\s*${digit}+)*(?:\\s*${counted})?`,
  'gu',
)

/** The same in characters: 四丁目五番六号. */
const written = new RegExp(
  `${kanji}+(?:丁目|番地|番)(?:${kanji}+(?:番地|番|号))*(?:${hyphen}?${kanji}+号)?`,
  'gu',
)

/** Behind a number that is a name of the place and not its end: 北3条西, 4線, 15区. */
const goesOn = /^\s*(?:条|線|号線|軒|の?[東西南北]|[町丁](?!目))/u

/** Behind a number of a floor, a room or a building. */
const inside = /^\s*(?:[fｆＦF階]|号室|号棟|号館|棟|室|LDK)/iu

/**
 * Where the street ends and building and room begin, in an address of which `from` is the first place behind the
 * city. Without a number of a street it is all street: nothing is guessed.
 */
export function endOfStreet(whole: string, from: number): number {
  const street = whole.slice(from)
  let end: number | undefined
  for (const found of street.matchAll(run)) {
    const stop = found.index + found[0].length
    const rest = street.slice(stop)
    if (inside.test(rest) || /[A-Za-zＡ-Ｚａ-ｚァ-ヴ]$/u.test(street.slice(0, found.index))) break
    end = stop
    if (!goesOn.test(rest)) break
  }
  if (end === undefined) {
    const found = written.exec(street)
    written.lastIndex = 0
    if (found) end = found.index + found[0].length
  }
  const none = /(?:無番地|番地なし)/u.exec(street)
  if (end === undefined && none) end = none.index + none[0].length
  return from + (end ?? street.length)
}
