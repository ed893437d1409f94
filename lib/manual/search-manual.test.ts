import { expect, test } from 'vitest'
import { readChapter } from './chapter'
import { searchManual } from './search-manual'

const markdown = `# Backup

Copies of the **database**.

## Make a backup now

Run it, also while servers run.

## Keep the keys elsewhere

| Where | What |
| --- | --- |
| another place | \`keys.json\` of every backup |
`
const korean = `# 백업

**데이터베이스**의 사본입니다.

## 지금 백업하기

서버를 실행하는 중에도 백업을 할 수 있습니다.

## 키를 따로 보관하기

ｋｅｙｓ 파일은 다른 곳에 둡니다.
`
const chapters = [readChapter('backup', markdown, markdown)]
const found = (text: string, all = chapters) => searchManual(all, text, 10).map(({ title }) => title)

test('a part that has every word is found, and those that have the words in their heading come first', () => {
  expect(found('keep the')).toEqual(['Keep the keys elsewhere'])
  expect(found('keys')[0]).toBe('Keep the keys elsewhere')
  expect(found('backup')).toEqual(['Backup', 'Make a backup now', 'Keep the keys elsewhere'])
  expect(found('BACKUP keys')).toEqual(['Keep the keys elsewhere'])
  expect(found('while run')).toEqual(['Make a backup now'])
  expect(found('backup invoice')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('Korean words are found with their particles, in either width and composition', () => {
  const all = [readChapter('backup', korean, markdown)]
  expect(found('데이터베이스', all)).toEqual(['백업'])
  expect(found('서버 백업'.normalize('NFD'), all)).toEqual(['지금 백업하기'])
  expect(found('keys', all)).toEqual(['키를 따로 보관하기'])
  expect(searchManual(all, 'keys', 1)[0]?.anchor).toBe('keep-the-keys-elsewhere')
})

test('an excerpt shows the words where they are', () => {
  const [match] = searchManual(chapters, 'keys place', 1)
  expect(match?.excerpt.filter((_, at) => at % 2 === 1)).toEqual(['place', 'keys'])
  expect(match?.excerpt.join('')).toBe('Where What another place keys.json of every backup')
})

test('a chapter whose headings differ from the English ones is refused', () => {
  expect(() => readChapter('backup', korean.replace('## 지금', '### 지금'), markdown)).toThrow('level 3')
  expect(() => readChapter('backup', `${korean}\n## 더\n`, markdown)).toThrow('headings')
  expect(() => readChapter('backup', 'No title', markdown)).toThrow('title')
})
