import { readableAnswer } from '@/app/(desk)/history/answer'
import { Section } from '@/app/(desk)/history/section'
import { Notice } from '@/components/ui/notice'
import type { CallError } from '@/lib/contract/evidence'
import type { AttemptRow } from '@/lib/store/attempts'
import { words } from '@/lib/words/server'

const say = words('history.request')

/** What came back, byte by byte as text: nothing of it is ever run or drawn. */
export function Answer({
  request: { resp_body: body, resp_headers, body_gz, error },
}: {
  request: AttemptRow
}) {
  const headers: Readonly<Record<string, string>> = JSON.parse(resp_headers ?? '{}')
  const known = error === null ? undefined : (JSON.parse(error) as CallError).cut
  // Once personal data was erased, nothing of the beginning and the end is left.
  const cut = known && body && body.length > known.head ? known : undefined
  const shown = body && body.length > 0 ? readableAnswer(body, cut?.head) : undefined
  return (
    <>
      <Section
        id="answer"
        title={say('answerTitle')}
        aside={
          shown?.isCut && !cut ? (
            <span className="text-ink-3">{say('cut', { size: '64 KB' })}</span>
          ) : (
            body_gz === null && <span className="text-ink-3">{say('noBody')}</span>
          )
        }
      >
        {cut && body && (
          <div className="px-3.5 pb-2">
            <Notice tone="warn">
              {say('oversize', { bytes: cut.bytes, head: cut.head, tail: body.length - cut.head })}
              {headers['content-length'] && (
                <> {say('oversizeDeclared', { bytes: headers['content-length'] })}</>
              )}
            </Notice>
          </div>
        )}
        {shown ? (
          <Text label={say('answerTitle')} text={shown.text} />
        ) : (
          <p className="px-3.5 pb-3 text-ink-2">{say('noAnswer')}</p>
        )}
      </Section>
      {Object.keys(headers).length > 0 && (
        <details className="shrink-0 px-3.5 pb-3">
          <summary className="py-1 text-ink-2">{say('headersTitle')}</summary>
          <pre className="overflow-x-auto whitespace-pre-wrap break-all py-1 font-mono text-xs">
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </pre>
        </details>
      )}
    </>
  )
}

/** A field that takes nothing: it is reached and scrolled by keyboard, and shows marks of HTML as the texts they are. */
const Text = ({ label, text }: { label: string; text: string }) => (
  <div className="px-3.5 pb-3">
    <textarea
      aria-label={label}
      readOnly
      spellCheck={false}
      rows={Math.min(text.split('\n').length, 24)}
      value={text}
      className="w-full rounded-md border border-line bg-panel p-2.5 font-mono text-xs"
    />
  </div>
)
