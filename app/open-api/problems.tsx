import type { Description } from '@/lib/contract/openapi'
import { words } from '@/lib/words/server'
import { Code, Prose } from './prose'
import { Section } from './section'
import { Table } from './table'

const say = words('apiPage.problems')

/** What is answered besides 200. */
export function Problems({ description }: { description: Description }) {
  return (
    <Section id="problems" title={say('title')}>
      <Prose text={say('lead')} />
      <Table caption={say('caption')} heads={[say('status'), say('means'), say('headers')]}>
        {Object.entries(description.components.responses).map(([name, answer]) => {
          const status = name.replace('Problem', '')
          return (
            <tr key={name} id={`status-${status}`} className="border-line-soft border-t target:bg-sel">
              <th scope="row" className="py-1 pr-3 text-left align-top font-normal tabular-nums">
                {status}
              </th>
              <td className="py-1 pr-3 text-ink-2">{answer.description}</td>
              <td className="whitespace-nowrap py-1 align-top">
                {Object.keys(answer.headers ?? {}).map(header => (
                  <Code key={header}>{header}</Code>
                ))}
              </td>
            </tr>
          )
        })}
      </Table>
    </Section>
  )
}
