import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { type Language, languages, negotiateLanguage } from '@/lib/words/locale/languages'
import { messagesOf, pickMessages } from './messages'

const english = leaves(messagesOf('en'))

describe.each(languages.filter(language => language !== 'en'))('%s', language => {
  const own = leaves(messagesOf(language))

  test('has every message of English, and no other', () => {
    expect([...own.keys()]).toEqual([...english.keys()])
  })

  test('has the same arguments and choices as English', () => {
    for (const [path, message] of own) expect(holes(message), path).toEqual(holes(english.get(path) ?? ''))
  })

  test('contains no English text', () => {
    for (const [path, message] of own) {
      const isSentence = /[a-z]{2,}[^a-z{}<>]* [a-z]{2,}/.test(plain(message))
      expect(isSentence && !written[language].test(plain(message)), `${path}: ${message}`).toBe(false)
      if (message === english.get(path)) expect(sameEverywhere, path).toContain(message)
    }
  })
})

test('the name of a button among many contains its text, so that a person can say what they see', () => {
  const named = /^(.+)(?:Of|What|Whom|Whose)$/
  for (const language of languages) {
    const messages = leaves(messagesOf(language))
    for (const [path, name] of messages) {
      const text = messages.get(named.exec(path)?.[1] ?? '')
      if (text === undefined || notButtons.test(path)) continue
      expect(name.toLowerCase(), `${path} in ${language}`).toContain(text.replace('…', '').toLowerCase())
    }
  }
})

test('Korean is punctuated in half width, Japanese in full width', () => {
  for (const [path, message] of leaves(messagesOf('ko')))
    expect(message, path).not.toMatch(/[。、「」！？（）：]/)
  for (const [path, message] of leaves(messagesOf('ja')))
    expect(plain(message), path).not.toMatch(/[ぁ-んァ-ヶ一-龠](?:[,!?;]|\.(?![a-z])|:(?!\/))/)
})

test('Japanese spells a word in one way', () => {
  for (const [path, message] of leaves(messagesOf('ja')))
    expect(message, path).not.toMatch(
      /ブラウザー|(?:サーバ|フォルダ|ユーザ|ヘッダ)(?!ー)|～|(?<!この)ほか|分か[りるっ]|下さい|出来|スプレッドシート|表計算|ワークスペース/,
    )
})

test('Korean names a thing in one way', () => {
  for (const [path, message] of leaves(messagesOf('ko')))
    expect(message, path).not.toMatch(
      /내려받|수령인|멤버|운영자|빈칸|새로 고침|주문 번호|에러|끊어|스프레드시트|워크스페이스/,
    )
})

test('Korean counts products in 개 and orders in 건', () => {
  for (const [path, message] of leaves(messagesOf('ko')))
    expect(message, path).not.toMatch(
      /상품[이가을를은는]? (?:\{count, number\}|#)건|주문[이을은]? (?:\{count, number\}|#)개/,
    )
})

test.each([
  ['en', /\bservices?\b/i],
  ['ko', /(?<!로그인 )서비스/],
  ['ja', /(?<!ログイン)サービス/],
] as const)('screens of the desk in %s speak of the shipping API, not of a service', (language, service) => {
  for (const [path, message] of leaves(messagesOf(language)))
    if (!aboutServices.test(path)) expect(message, path).not.toMatch(service)
})

test('a Korean particle after a value names both of its forms', () => {
  for (const [path, message] of leaves(messagesOf('ko')))
    expect(message, path).not.toMatch(/[을이은과]\([를가는와]\)|\(으\)로|[를가는와]\([을이은과]\)/)
  for (const [path, message] of leaves(messagesOf('ko')))
    expect(message, path).not.toMatch(/\{\w+(?:, number)?\}[’”]?(?:[은는이가을를과와로]|으로)(?=[\s.,])/)
})

test('a way through menus is written with ›', () => {
  for (const language of languages)
    for (const [path, message] of leaves(messagesOf(language)))
      expect(plain(message), path).not.toMatch(/[^\s{}] (?:→|>) \p{L}/u)
})

test('English contains none of the ruled-out words', () => {
  const found = [...english].flatMap(([path, message]) => {
    const word = ruledOut.exec(plain(message))?.[0]
    return word === undefined ? [] : [`${path}: ${word}: ${message}`]
  })
  expect(found).toEqual([])
})

test.each([
  [undefined, 'en'],
  ['ko', 'ko'],
  ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
  ['de-DE,de;q=0.9,ko;q=0.7,en;q=0.3', 'ko'],
  ['en;q=0.5, KO-kr', 'ko'],
  ['ja;q=0, fr', 'en'],
  ['*', 'en'],
])('a browser that asks for %s gets %s', (header, language) =>
  expect(negotiateLanguage(header)).toBe(language),
)

test('a page gets only the areas that it names', () => {
  const picked = pickMessages('ko', ['home', 'history.states', 'history.counts'])
  const all = messagesOf('ko')
  expect(picked).toEqual({
    home: all.home,
    history: { states: all.history.states, counts: all.history.counts },
  })
  expect(() => pickMessages('ko', ['history.nothing'])).toThrow('There are no messages at history.nothing.')
})

/** Messages that are equal in all languages: names, symbols, and bare values. */
const sameEverywhere: readonly string[] = [
  ...['Lading', 'API', 'F9', '—', 'URL', 'Webhook', 'HTTP {status}'],
  ...['UTF-8', 'UTF-16', 'Shift_JIS', 'ISO-2022-JP (JIS)', 'CP949', 'EUC-JP'],
  ...[
    '{from} → {to}',
    '{length, number} / {max, number}',
    '{at, number} / {count, number}',
    '{why}',
    '{column}: {text}',
  ],
  ...['{choice}: {number}', '{message} · {connection}', '{connection} · {message}', '{name} · {sheet}'],
  ...['{imported} {skipped}.', '{name} {number}', '{sentence} ({list})', '{text} ({position})'],
  ...[
    '({count, number})',
    '{number}: {title}',
    '{text}: {problem}',
    '{anomaly}: {list}',
    '<b>{name}</b>: {text}',
  ],
  '{letters} {heading}: {text}',
  '{kind}: {state}',
]

/** Messages of the service itself, of sign-in services, and of a column that is called so. */
const aboutServices = /^(?:service|openapi|apiPage|auth|team|terminal)\.|\.serviceType\./

const written: Readonly<Record<Language, RegExp>> = {
  en: /[a-z]/i,
  ko: /[가-힣]/,
  ja: /[ぁ-んァ-ヶ一-龠]/,
}

const ruledOut =
  /\b(nobody|whoever|anybody|stands?|standing|fate|in doubt|brought in|bring in|brings in|settled?|settles|feeds?|fed|unknown outcome|not taken|what became|finding|hint|cannot|(?:is|are|was|were|do|does|did|has|have) not)\b/i

/** All texts of a tree, by their paths. */
function leaves(tree: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => {
      const at = path ? `${path}.${key}` : key
      return typeof value === 'string' ? [[at, value] as const] : [...leaves(value as object, at)]
    }),
  )
}

/** The message without its arguments and tags. */
const plain = (message: string): string => {
  const texts: string[] = []
  visit(parse(message), element => {
    if (element.type === TYPE.literal) texts.push(element.value)
  })
  return texts.join(' ')
}

/** The arguments of a message, its tags, and the branches of each choice. */
function holes(message: string): string[] {
  const found = new Set<string>()
  visit(parse(message), element => {
    if (element.type === TYPE.tag) found.add(`<${element.value}>`)
    else if (element.type === TYPE.select)
      found.add(`${element.value}: ${Object.keys(element.options).sort().join(', ')}`)
    else if (element.type !== TYPE.literal && element.type !== TYPE.pound) found.add(element.value)
  })
  return [...found].filter(hole => !found.has(`${hole}: `)).sort()
}

function visit(
  elements: readonly MessageFormatElement[],
  each: (element: MessageFormatElement) => void,
): void {
  for (const element of elements) {
    each(element)
    if (element.type === TYPE.tag) visit(element.children, each)
    if (element.type === TYPE.select || element.type === TYPE.plural)
      for (const { value } of Object.values(element.options)) visit(value, each)
  }
}

/** Names of other things than buttons with a text, among messages that end like those of buttons. */
const notButtons =
  /^(?:history\.request\.credential|workbench\.filters\.open|intake\.fill\.origins\.|rules\.acts\.(?:up|down)|requirements\.title)/
