import { Section } from '@/app/(desk)/history/section'
import { Notice } from '@/components/ui/feedback/notice'
import type { ResponseView } from '@/lib/desk-api/runs/history'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history.request')

/** The response as text, byte by byte: it is never executed or rendered. */
export function ResponseDetails({
  response: { headers, text, isCut, oversize, hasRequestBody },
}: {
  response: ResponseView
}) {
  return (
    <>
      <Section
        id="response"
        title={t('responseTitle')}
        aside={
          isCut && !oversize ? (
            <span className="text-ink-3">{t('cut', { size: '64 KB' })}</span>
          ) : (
            !hasRequestBody && <span className="text-ink-3">{t('noBody')}</span>
          )
        }
      >
        {oversize && (
          <div className="px-3.5 pb-2">
            <Notice tone="warn">
              {t('oversize', oversize)}
              {headers['content-length'] && (
                <> {t('oversizeDeclared', { bytes: headers['content-length'] })}</>
              )}
            </Notice>
          </div>
        )}
        {text !== undefined ? (
          <Text label={t('responseTitle')} text={text} />
        ) : (
          <p className="px-3.5 pb-3 text-ink-2">{t('noResponse')}</p>
        )}
      </Section>
      {Object.keys(headers).length > 0 && (
        <details className="shrink-0 px-3.5 pb-3">
          <summary className="py-1 text-ink-2">{t('headersTitle')}</summary>
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

/** A read-only text field: it can be focused and scrolled by keyboard, and shows HTML tags as text. */
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
