import { InlineCode } from '@/components/ui/text/code'
import type { Description } from '@/lib/contract/openapi/openapi'
import { getTranslations } from '@/lib/words/server'
import { Prose } from './prose'
import { Section } from './section'
import { Table } from './table'

const t = getTranslations('apiPage.problems')

/** The responses other than 200. */
export function Problems({ description }: { description: Description }) {
  return (
    <Section id="problems" title={t('title')}>
      <Prose text={t('lead')} />
      <Table caption={t('caption')} heads={[t('status'), t('means'), t('headers')]}>
        {Object.entries(description.components.responses).map(([name, response]) => {
          const status = name.replace('Problem', '')
          return (
            <tr key={name} id={`status-${status}`} className="border-line-soft border-t target:bg-sel">
              <th scope="row" className="py-1 pr-3 text-left align-top font-normal tabular-nums">
                {status}
              </th>
              <td className="py-1 pr-3 text-ink-2">{response.description}</td>
              <td className="whitespace-nowrap py-1 align-top">
                {Object.keys(response.headers ?? {}).map(header => (
                  <InlineCode key={header}>{header}</InlineCode>
                ))}
              </td>
            </tr>
          )
        })}
      </Table>
    </Section>
  )
}
