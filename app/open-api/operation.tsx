import { CodeBlock, InlineCode } from '@/components/ui/text/code'
import type { DescribedOperation, Description } from '@/lib/contract/openapi/openapi'
import type { Example } from '@/lib/contract/openapi/responses'
import { getTranslations } from '@/lib/words/server'
import { curl } from './curl'
import { Prose } from './prose'
import { Section } from './section'

const t = getTranslations('apiPage.operation')

type Props = {
  description: Description
  path: string
  operation: DescribedOperation
}

/** One operation: its request, the accepted credentials and its responses. */
export function OperationPart({ description, path, operation }: Props) {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const address = `${description.servers[0]?.url ?? ''}${path}`
  const success = responses['200']
  const examplesOfResponse =
    success && 'content' in success ? examples(success.content['application/json']?.examples) : []
  const [request] = examples(requestBody.content['application/json']?.examples)
  return (
    <Section
      id={operationId}
      title={summary}
      level={3}
      aside={
        <code className="font-mono text-xs">
          <span className="text-accent">{'POST'}</span> {address}
        </code>
      }
    >
      <Prose text={operation.description} />
      <p className="pt-2 text-ink-2">
        {t('authorization')}{' '}
        {operation.security
          .flatMap(scheme => Object.keys(scheme))
          .map((name, i) => (
            <span key={name}>
              {i > 0 && ` ${t('or')} `}
              <InlineCode>{headerOf(name)}</InlineCode>
            </span>
          ))}
        {parameters.length > 0 && (
          <>
            {' · '}
            <a href="#idempotency-key" className="text-accent underline">
              {t('mayRepeat')}
            </a>
          </>
        )}
      </p>
      <CodeBlock text={curl(address, operation)} />
      {request && (
        <details className="pt-2">
          <summary className="text-ink-2">{t('request')}</summary>
          <CodeBlock text={JSON.stringify(request.value, null, 2)} />
        </details>
      )}
      {examplesOfResponse.map(({ summary: title, value }) => (
        <details key={title} className="pt-2">
          <summary className="text-ink-2">{t('response', { title })}</summary>
          <CodeBlock text={JSON.stringify(value, null, 2)} />
        </details>
      ))}
      <p className="pt-2 text-ink-2">
        {t('statuses')}{' '}
        {Object.keys(responses).map((status, i) => (
          <span key={status}>
            {i > 0 && ' '}
            {status === '200' ? (
              <span className="tabular-nums">{status}</span>
            ) : (
              <a href={`#status-${status}`} className="tabular-nums underline">
                {status}
              </a>
            )}
          </span>
        ))}
      </p>
    </Section>
  )
}

const examples = (of: Readonly<Record<string, Example>> = {}): Example[] => Object.values(of)

/** The value of the header by the name of its scheme. */
const headerOf = (scheme: string) => (scheme === 'secretKey' ? '<SECRET_KEY>' : 'Bearer <ACCESS_TOKEN>')
