import { InlineCode } from '@/components/ui/text/code'
import type { Description } from '@/lib/contract/openapi/openapi'
import { getTranslations } from '@/lib/words/server'
import { Inline, Prose } from './prose'
import { Section } from './section'
import { Table } from './table'

const t = getTranslations('apiPage.authentication')

/** How a request proves its sender, and which operation accepts which credential. */
export function Authentication({ description }: { description: Description }) {
  const { bearerAuth, secretKey } = description.components.securitySchemes
  const schemes = [
    {
      name: 'bearerAuth',
      word: t('bearer'),
      form: 'Bearer <ACCESS_TOKEN>',
      about: bearerAuth?.description,
    },
    { name: 'secretKey', word: t('key'), form: '<SECRET_KEY>', about: secretKey?.description },
  ]
  return (
    <Section id="authentication" title={t('title')}>
      <Prose text={t('lead')} />
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 pt-2">
        {schemes.map(({ name, word, form, about }) => (
          <div key={name} className="contents">
            <dt className="font-medium">{word}</dt>
            <dd className="text-ink-2">
              <InlineCode>{form}</InlineCode> <Inline text={about ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
      <Table caption={t('caption')} heads={[t('operation'), ...schemes.map(scheme => scheme.word)]}>
        {Object.values(description.paths).map(({ post }) => (
          <tr key={post.operationId} className="border-line-soft border-t">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              <a href={`#${post.operationId}`} className="hover:underline">
                {post.summary}
              </a>
            </th>
            {schemes.map(({ name }) => (
              <td key={name} className="py-1 pr-3 text-ink-2">
                {post.security.some(scheme => name in scheme) ? t('yes') : t('no')}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Section>
  )
}
