import { useRouter } from 'next/navigation'
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useFormatter } from 'use-intl'

/** A row of the chart's data: a day, or a field. */
export interface BarRow {
  readonly label: string
  /** The value of each series, by its key; null: the series has none. */
  readonly values: Readonly<Record<string, number | null>>
  /** Where each part of the bar leads, by the key of its series. */
  readonly links?: Readonly<Record<string, string>>
}

export interface BarSeries {
  readonly key: string
  readonly name: string
  /** A CSS colour. */
  readonly color: string
  readonly opacity?: number
}

export interface BarsProps {
  rows: readonly BarRow[]
  series: readonly BarSeries[]
  /** Bars from the left, with their labels beside them; else from below. */
  isHorizontal?: boolean
}

const tick = { fill: 'var(--ink-3)', fontSize: 11 }
const LABEL_WIDTH = 130
/** Room for the number after the longest bar, in CSS pixels. */
const NUMBER_WIDTH = 44

/** Stacked bars. A click on one follows its link. Bars from the left have no axis, so their numbers follow them. */
export function Bars({ rows, series, isHorizontal = false }: BarsProps) {
  const router = useRouter()
  const format = useFormatter()
  const number = (value: unknown) => (typeof value === 'number' ? format.number(value) : '')
  const amounts = { type: 'number', allowDecimals: false, tick, tickFormatter: number } as const
  const labels = { type: 'category', dataKey: 'label', tick, tickLine: false } as const
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...rows]}
        layout={isHorizontal ? 'vertical' : 'horizontal'}
        accessibilityLayer={false}
        margin={{ top: 4, right: isHorizontal ? NUMBER_WIDTH : 4, bottom: 0, left: 0 }}
      >
        {!isHorizontal && <CartesianGrid vertical={false} stroke="var(--line-soft)" />}
        {isHorizontal ? (
          <>
            <XAxis {...amounts} hide />
            <YAxis {...labels} width={LABEL_WIDTH} axisLine={false} interval={0} />
          </>
        ) : (
          <>
            <XAxis {...labels} axisLine={{ stroke: 'var(--line)' }} minTickGap={16} />
            <YAxis {...amounts} width={40} axisLine={false} tickLine={false} />
          </>
        )}
        <Tooltip
          cursor={{ fill: 'var(--shade)' }}
          isAnimationActive={false}
          formatter={value => number(value)}
          contentStyle={{
            background: 'var(--bg)',
            border: '1px solid var(--line)',
            borderRadius: 6,
            fontSize: 12,
            padding: '4px 8px',
          }}
          itemStyle={{ color: 'var(--ink)', padding: 0 }}
        />
        {series.map(({ key, name, color, opacity = 1 }) => (
          <Bar
            key={key}
            dataKey={(row: BarRow) => row.values[key] ?? 0}
            name={name}
            stackId="all"
            fill={color}
            fillOpacity={opacity}
            maxBarSize={isHorizontal ? 10 : 28}
            isAnimationActive={false}
            cursor={rows.some(({ links }) => links?.[key]) ? 'pointer' : undefined}
            onClick={(_, index) => {
              const link = rows[index]?.links?.[key]
              if (link) router.push(link)
            }}
          >
            {isHorizontal && (
              <LabelList position="right" formatter={number} fill="var(--ink-2)" fontSize={11} />
            )}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
