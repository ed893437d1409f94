import type { Description } from '@/lib/contract/openapi/openapi'
import { env } from '@/lib/env'
import { descriptionIn } from '@/lib/service/description'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { Authentication } from './authentication'
import { Contents } from './contents'
import { Fields } from './fields'
import { OperationPart } from './operation'
import { Problems } from './problems'
import { Prose } from './prose'
import { rowsOf } from './rows'
import { Section } from './section'

const t = getTranslations('apiPage')

/** The groups of operations, each with the entry of its bodies. */
const GROUPS = [
  { id: 'japan', tag: 0, entry: 'JapanOrder' },
  { id: 'general', tag: 1, entry: 'CheckedGeneralOrder' },
  { id: 'products', tag: 2, entry: 'Product' },
] as const

const RESULTS = [
  { id: 'check', schema: 'ValidationResult' },
  { id: 'registration', schema: 'RegistrationResult' },
  { id: 'products', schema: 'ProductResult' },
] as const

interface Props {
  /** Whether it is shown in the frame of the desk, which has the navigation and the main landmark. */
  isInDesk: boolean
}

/** The API's description for readers, in their language. */
export function DescriptionPage({ isInDesk }: Props) {
  const description = descriptionIn(requestLocale().language)
  const { info, tags } = description
  const Main = isInDesk ? 'div' : 'main'
  return (
    <div className="mx-auto grid max-w-[1180px] grid-cols-1 gap-x-8 px-4 md:grid-cols-[190px_minmax(0,1fr)]">
      <Contents description={description} isInDesk={isInDesk} />
      <Main className="min-w-0 pb-16">
        <header className="pt-5 pb-6">
          <h1 className="font-semibold text-[20px] tracking-tight">{info.title}</h1>
          <p className="pt-1 text-ink-2">
            {t('version', { version: info.version })}
            {' · '}
            <a href="/open-api/v1/openapi.json" className="text-accent underline">
              {t('document')}
            </a>
            {' · '}
            {t('base', { origin: env().publicUrl })}
          </p>
        </header>
        <Section id="about" title={t('about')}>
          <Prose text={info.description} />
        </Section>
        <Authentication description={description} />
        <Section id="idempotency-key" title="Idempotency-Key">
          <Prose text={description.components.parameters.IdempotencyKey?.description ?? ''} />
        </Section>
        {GROUPS.map(({ id, tag, entry }) => (
          <Section key={id} id={id} title={tags[tag]?.name ?? ''} aside={tags[tag]?.description}>
            {operationsOf(description, tags[tag]?.name ?? '').map(([path, operation]) => (
              <OperationPart key={path} path={path} operation={operation} description={description} />
            ))}
            <Section
              id={`${id}-fields`}
              title={t(`entry.${id}`)}
              level={3}
              aside={id === 'general' ? t('entry.generalAside') : undefined}
            >
              <Fields owner={entry} caption={t(`entry.${id}`)} rows={rows(description, entry)} />
            </Section>
          </Section>
        ))}
        <Section id="results" title={t('results.title')}>
          <Prose text={t('results.lead')} />
          {RESULTS.map(({ id, schema }) => (
            <Section key={id} id={`result-${id}`} title={t(`results.${id}`)} level={3}>
              <Fields owner={schema} caption={t(`results.${id}`)} rows={rows(description, schema)} />
            </Section>
          ))}
        </Section>
        <Problems description={description} />
      </Main>
    </div>
  )
}

const rows = (description: Description, id: string) =>
  rowsOf(description, { $ref: `#/components/schemas/${id}` })

const operationsOf = ({ paths }: Description, tag: string) =>
  Object.entries(paths).flatMap(([path, { post }]) =>
    post.tags.includes(tag) ? [[path, post] as const] : [],
  )
