import { InlineCode } from '@/components/ui/text/code'
import type { Schema } from '@/lib/contract/openapi/schemas'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { Inline } from './prose'
import type { FieldRow } from './rows'
import { Table } from './table'

const t = getTranslations('apiPage.fields')

type Props = {
  /** The name of the schema: the beginning of the fields' anchors. */
  owner: string
  caption: string
  rows: readonly FieldRow[]
}

/** The fields of a body, with their rules. */
export function Fields({ owner, caption, rows }: Props) {
  const heads = [t('field'), t('type'), t('required'), t('about')]
  return (
    <Table caption={caption} heads={heads}>
      {rows.map(({ path, depth, isRequired, schema }) => (
        <tr key={path} id={`${owner}.${path}`} className="border-line-soft border-t target:bg-sel">
          {/* A line above shows the parent object or list; a screen reader that reads only this line also gets its
              path. */}
          <th scope="row" aria-label={path} className="min-w-52 py-1 pr-3 text-left align-top font-normal">
            <code
              className="block wrap-anywhere font-mono text-xs"
              style={{ paddingLeft: `${depth * 16}px` }}
            >
              {nameOf(path)}
            </code>
          </th>
          <td className="whitespace-nowrap py-1 pr-3 align-top text-ink-2">{typeOf(schema)}</td>
          <td className="whitespace-nowrap py-1 pr-3 align-top text-ink-2">{isRequired ? t('yes') : ''}</td>
          <td className="py-1 align-top [&_code]:wrap-anywhere [&_code]:whitespace-normal">
            <Rules schema={schema} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** A list of more choices than these is folded. */
const MAX_INLINE_CHOICES = 12

function Rules({ schema }: { schema: Schema }) {
  const { description, maxLength, examples = [], minItems, maxItems } = schema
  const choices = schema.enum ?? []
  const [example] = examples
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-0.5 text-ink-2">
      {description !== undefined && (
        <span>
          <Inline text={description} />
        </span>
      )}
      {maxLength !== undefined && <span>{t('maxLength', { max: maxLength })}</span>}
      {minItems !== undefined && (
        <span>
          {maxItems === undefined
            ? t('minItems', { min: minItems })
            : t('items', { min: minItems, max: maxItems })}
        </span>
      )}
      {choices.length > 0 && choices.length <= MAX_INLINE_CHOICES && (
        <span>{t('choices', { choices: listOf(requestLocale().language, choices) })}</span>
      )}
      {choices.length > MAX_INLINE_CHOICES && (
        <details>
          <summary>{t('manyChoices', { count: choices.length })}</summary>
          <p className="max-w-[70ch] font-mono text-xs leading-5">{choices.join(' ')}</p>
        </details>
      )}
      {example !== undefined && (
        <span>
          {t('example')} <InlineCode>{JSON.stringify(example)}</InlineCode>
        </span>
      )}
    </div>
  )
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const

function typeOf({ type, format }: Schema): string {
  const known = types.find(name => name === type)
  if (!known) return ''
  return format === undefined ? t(`types.${known}`) : `${t(`types.${known}`)} (${format})`
}
