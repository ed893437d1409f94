import type { MarkedToken } from 'marked'
import Image from 'next/image'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/feedback/notice'
import { CodeBlock, InlineCode } from '@/components/ui/text/code'
import { tokensOf } from '@/lib/manual/chapter'
import { SCREENSHOT_SIZE } from '@/lib/manual/screenshots'
import type { Language } from '@/lib/words/locale/languages'
import { helpAddress } from './help-address'

interface Props {
  tokens: readonly MarkedToken[]
  /** The language of links to other chapters; undefined: the operator's own. */
  language: Language | undefined
}

/** Markdown of a chapter as elements. Texts never change, so positions can be keys. */
export function Blocks({ tokens, language }: Props): ReactNode {
  return tokens.map((token, at) => {
    const key = `${at} ${token.raw}`
    return <Element key={key} token={token} language={language} />
  })
}

function Element({ token, language }: { token: MarkedToken; language: Language | undefined }): ReactNode {
  const inside = 'tokens' in token && token.tokens && (
    <Blocks tokens={tokensOf(token.tokens)} language={language} />
  )
  switch (token.type) {
    case 'paragraph':
      return <p className="pt-2.5">{inside}</p>
    case 'text':
    case 'escape':
      return inside || token.text
    case 'strong':
      return <strong className="font-semibold">{inside}</strong>
    case 'em':
      return <em>{inside}</em>
    case 'codespan':
      return <InlineCode>{token.text}</InlineCode>
    case 'code':
      return <CodeBlock text={token.text} />
    case 'blockquote':
      return (
        <div className="pt-3 [&_p]:pt-0">
          <Notice>{inside}</Notice>
        </div>
      )
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul'
      return (
        <List className={`flex flex-col gap-1.5 pt-2.5 pl-5 ${token.ordered ? 'list-decimal' : 'list-disc'}`}>
          {token.items.map(item => (
            <li key={item.text} className="pl-0.5 [&_p:first-child]:pt-0">
              <Blocks tokens={tokensOf(item.tokens)} language={language} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table token={token} language={language} />
    case 'link':
      return <ChapterLink href={token.href} language={language} text={inside} />
    case 'image':
      return (
        <Image
          src={token.href.replace(/^(\.\.\/)*public/, '')}
          alt={token.text}
          width={SCREENSHOT_SIZE.width}
          height={SCREENSHOT_SIZE.height}
          className="mt-1 h-auto max-w-full rounded-md border border-line"
        />
      )
    default:
      throw new Error(`The manual has Markdown that no page shows: ${token.type}`)
  }
}

function Table({
  token,
  language,
}: {
  token: MarkedToken & { type: 'table' }
  language: Language | undefined
}) {
  const cell = (tokens: MarkedToken[] | undefined) => <Blocks tokens={tokensOf(tokens)} language={language} />
  return (
    <table className="mt-3 w-full border-line border-t text-left">
      <thead>
        <tr className="border-line border-b text-ink-2 text-xs">
          {token.header.map(each => (
            <th key={each.text} scope="col" className="py-1.5 pr-4 font-medium">
              {cell(each.tokens as MarkedToken[])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map(row => (
          <tr key={row.map(each => each.text).join('|')} className="border-line border-b align-top">
            {row.map(each => (
              <td key={each.text} className="py-1.5 pr-4">
                {cell(each.tokens as MarkedToken[])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A link of a chapter: to another one as a file beside it, to a page of the desk, or to another site. */
function ChapterLink({
  href,
  language,
  text,
}: {
  href: string
  language: Language | undefined
  text: ReactNode
}) {
  const className = 'text-accent underline'
  if (/^https:/.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
        {text}
      </a>
    )
  const [, chapter, anchor = ''] = /^([a-z-]+)\.md(?:#(.*))?$/.exec(href) ?? []
  return (
    <Link
      href={chapter === undefined ? href : helpAddress(chapter, anchor, language)}
      prefetch={false}
      className={className}
    >
      {text}
    </Link>
  )
}
