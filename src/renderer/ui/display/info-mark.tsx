import { InfoCircleOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useId } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { type FigureName, figures } from '#shared/help/figures.ts'
import './info-mark.css'

interface InfoMarkProps {
  /** What is explained. */
  name: string
  text: string
  /** The id of the explanation, for a field that it describes. The field has the focus then, and the mark none: Tab leads from field to field. */
  id?: string
}

/** In a column's head a press would sort. */
const stay = (event: { stopPropagation(): void }): void => event.stopPropagation()

/** A mark beside a name that explains it: on hover, on focus and when pressed. */
export function InfoMark({ name, text, id }: InfoMarkProps) {
  const { t } = useText()
  const own = useId()
  return (
    <span className="pl-info">
      <Tooltip title={text} trigger={['hover', 'focus', 'click']}>
        <button
          type="button"
          {...(id === undefined ? {} : { tabIndex: -1 })}
          aria-label={t('help.about', { name })}
          aria-describedby={id ?? own}
          onClick={stay}
        >
          <InfoCircleOutlined />
        </button>
      </Tooltip>
      <span id={id ?? own} hidden>
        {text}
      </span>
    </span>
  )
}

/** The definition of a figure, beside it. */
export function FigureInfo({ figure }: { figure: FigureName }) {
  const { t } = useText()
  const { name, definition } = figures[figure]
  return <InfoMark name={t(name)} text={t(definition)} />
}
