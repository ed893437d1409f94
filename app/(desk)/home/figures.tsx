import Link from 'next/link'
import type { ReactNode } from 'react'
import { homeFigures } from '@/lib/desk/home/figures'
import type { DayFigures, ErrorFigure, FirstCheckFigures, HomeFigures } from '@/lib/desk-api/home'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import type { BarRow, BarSeries } from './bars'
import { Chart } from './chart'
import { dayLabel } from './day-label'

const t = getTranslations('home.figures')
const sheetNames = getTranslations('desk.sheets')

const MINUTES_OF_HOUR = 60
/** From this many minutes on a time is shown in hours. */
const HOURS_FROM = 120
/** Up to this many bars have their labels beside them, and need less height. */
const FEW_BARS = 4
/** How strongly the connections of one environment are drawn, one after the other. */
const STRENGTHS = [1, 0.65, 0.4]

/** Figures and charts of the operator's last 30 days; nothing while there is none. */
export async function Figures() {
  const figures = await homeFigures()
  const { registered, errors, shops, firstChecks, firstChecksBefore, medianMinutes } = figures
  if (registered.month + registered.monthBefore + firstChecks.total + errors.length === 0) return null
  return (
    <section aria-labelledby="figures" className="min-w-0">
      <h2 id="figures" className="mb-2 font-semibold text-ink-2 text-sm">
        {t('title')}
      </h2>
      <dl className="mb-3 flex flex-wrap gap-x-9 gap-y-3">
        <Figure name={t('today')} value={number(registered.today)} />
        <Figure name={t('week')} value={number(registered.week)} />
        <Figure name={t('month')} value={number(registered.month)} aside={changeText(registered)} />
        {firstChecks.total > 0 && (
          <Figure
            name={t('passed')}
            value={shareText(firstChecks)}
            aside={
              firstChecksBefore.total > 0
                ? t('passedBefore', { share: shareText(firstChecksBefore) })
                : undefined
            }
          />
        )}
        {medianMinutes !== null && <Figure name={t('median')} value={durationText(medianMinutes)} />}
      </dl>
      <div className="grid gap-x-8 gap-y-5 min-[1100px]:grid-cols-2">
        {registered.month > 0 && <Registered {...figures} />}
        {firstChecks.total > 0 && <FirstChecks days={figures.days} />}
        {errors.length > 0 && (
          // The same errors twice, so they are beside each other.
          <div className="col-span-full grid min-w-0 grid-cols-subgrid gap-y-5">
            <FieldErrors errors={errors} />
            <ShopErrors shops={shops} />
          </div>
        )}
        {medianMinutes !== null && <Times days={figures.days} />}
      </div>
    </section>
  )
}

function Figure({ name, value, aside }: { name: string; value: string; aside?: string | undefined }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-ink-2">
        {name}
        {aside && <span className="block text-ink-3 text-xs">{aside}</span>}
      </dt>
      <dd className="font-semibold text-2xl tracking-tight">{value}</dd>
    </div>
  )
}

function Registered({ days, connections }: HomeFigures) {
  const drawn = { test: 0, production: 0 }
  const series = connections.map(({ id, name, environment }): BarSeries => {
    const opacity = STRENGTHS[Math.min(drawn[environment]++, STRENGTHS.length - 1)] ?? 1
    return {
      key: id,
      name,
      color: environment === 'production' ? 'var(--accent)' : 'var(--env)',
      opacity,
    }
  })
  const rows = days.map(({ day, registered }) => ({
    label: dayLabel(day),
    values: Object.fromEntries(connections.map(({ id }) => [id, registered[id] ?? 0])),
    links: Object.fromEntries(
      connections.map(({ id }) => [id, `/history?kind=register&day=${day}&connection=${id}`]),
    ),
  }))
  return <Picture name={t('registered')} heading={t('day')} rows={rows} series={series} />
}

function FieldErrors({ errors }: Pick<HomeFigures, 'errors'>) {
  const isOneSheet = new Set(errors.map(({ sheet }) => sheet)).size === 1
  const rows = errors.map(one =>
    errorRow(one, isOneSheet ? one.name : `${one.name} (${sheetNames(one.sheet)})`),
  )
  return <Picture name={t('errors')} heading={t('field')} rows={rows} series={errorSeries()} isHorizontal />
}

function ShopErrors({ shops }: Pick<HomeFigures, 'shops'>) {
  const rows = shops.map(one => errorRow(one, one.name))
  return <Picture name={t('shops')} heading={t('shop')} rows={rows} series={errorSeries()} isHorizontal />
}

const errorRow = ({ count, selection }: Omit<ErrorFigure, 'sheet'>, label: string): BarRow => ({
  label,
  values: { count },
  links: { count: `/?only=${encodeURIComponent(selection)}#drafts` },
})

const errorSeries = (): BarSeries[] => [{ key: 'count', name: t('count'), color: 'var(--fail)' }]

function FirstChecks({ days }: Pick<HomeFigures, 'days'>) {
  const rows = days.map(({ day, firstChecks: { passed, total } }) => {
    const link = `/history?kind=check&day=${day}`
    return {
      label: dayLabel(day),
      values: { passed, failed: total - passed },
      links: { passed: link, failed: link },
    }
  })
  const series = [
    { key: 'passed', name: t('firstPassed'), color: 'var(--ok)' },
    { key: 'failed', name: t('firstFailed'), color: 'var(--fail)' },
  ]
  return <Picture name={t('firstChecks')} heading={t('day')} rows={rows} series={series} />
}

function Times({ days }: Pick<HomeFigures, 'days'>) {
  const rows = days.map(({ day, medianMinutes: minutes }: DayFigures) => ({
    label: dayLabel(day),
    values: { minutes },
    links: { minutes: `/history?kind=register&day=${day}` },
  }))
  const series = [{ key: 'minutes', name: t('minutesColumn'), color: 'var(--accent)' }]
  return <Picture name={t('times')} heading={t('day')} rows={rows} series={series} />
}

interface PictureProps {
  name: string
  /** What the rows are. */
  heading: string
  rows: readonly BarRow[]
  series: readonly BarSeries[]
  isHorizontal?: boolean
}

/** A chart with its legend, and its data as a table below it. */
function Picture({ name, heading, rows, series, isHorizontal = false }: PictureProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 font-medium text-ink-2 text-sm">{name}</h3>
      <Chart
        name={name}
        rows={rows}
        series={series}
        isHorizontal={isHorizontal}
        height={isHorizontal && rows.length <= FEW_BARS ? 'h-20' : 'h-36'}
      />
      {series.length > 1 && (
        <ul aria-hidden className="mt-1 flex flex-wrap gap-x-4 text-ink-2 text-xs">
          {series.map(({ key, name: label, color, opacity }) => (
            <li key={key} className="flex items-center gap-1.5">
              <i
                className="forced-color-adjust-none size-2.25 rounded-xs"
                style={{ background: color, opacity }}
              />
              {label}
            </li>
          ))}
        </ul>
      )}
      <details className="mt-1">
        <summary className="w-fit cursor-pointer text-ink-2 text-xs">{t('table')}</summary>
        <div className="mt-1 overflow-x-auto">
          <table className="w-full text-left">
            <caption className="sr-only">{name}</caption>
            <thead className="text-ink-2 text-xs">
              <tr>
                <Head>{heading}</Head>
                {series.map(({ key, name: label }) => (
                  <Head key={key} isNumber>
                    {label}
                  </Head>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, values, links }) => (
                <tr key={label} className="border-line-soft border-b">
                  <th scope="row" className="py-1 pr-2.5 font-normal">
                    {label}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="py-1 pl-2.5 text-right tabular-nums">
                      <Value value={values[key] ?? null} link={links?.[key]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}

function Head({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={isNumber ? 'py-1 pl-2.5 text-right font-medium' : 'py-1 pr-2.5 font-medium'}>
      {children}
    </th>
  )
}

function Value({ value, link }: { value: number | null; link: string | undefined }) {
  if (value === null) return '–'
  if (value === 0 || link === undefined) return number(value)
  return (
    <Link href={link} prefetch={false} className="underline">
      {number(value)}
    </Link>
  )
}

const number = (value: number): string => new Intl.NumberFormat(requestLocale().language).format(value)

const percent = (share: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(requestLocale().language, {
    style: 'percent',
    maximumFractionDigits: 1,
    ...options,
  }).format(share)

const shareText = ({ passed, total }: FirstCheckFigures): string => percent(passed / total)

function changeText({ month, monthBefore }: HomeFigures['registered']): string | undefined {
  if (monthBefore === 0) return undefined
  const options = { signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const
  return t('change', { change: percent(month / monthBefore - 1, options) })
}

const durationText = (minutes: number): string =>
  minutes < HOURS_FROM
    ? t('minutes', { count: minutes })
    : t('hours', { count: Math.round(minutes / MINUTES_OF_HOUR) })
