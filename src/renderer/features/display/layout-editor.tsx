import { Button, Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import {
  defaultLayout,
  MAX_PANELS_SIDE_BY_SIDE,
  type Panel,
  PanelKind,
  type ScreenLayout,
} from '#shared/features/display/screens.schema.ts'
import { BigScreen } from './big-screen.tsx'
import { sampleState } from './sample-state.ts'

const USUAL_SECONDS = 12
const MODES = ['split', 'rotate'] as const
const NAMES = ['racer', 'ticket'] as const
const LANGUAGES = ['zh', 'en', 'both'] as const

interface LayoutEditorProps {
  value?: ScreenLayout
  onChange?(layout: ScreenLayout): void
}

/** The layout of a screen with a preview on sample data. */
export function LayoutEditor({ value = defaultLayout, onChange }: LayoutEditorProps) {
  const { t, locale } = useText()
  const change = (more: Partial<ScreenLayout>) => onChange?.({ ...value, ...more })
  const { panels } = value
  const kinds = [
    ...panels.map(({ kind }) => kind),
    ...PanelKind.options.filter((kind) => !panels.some((one) => one.kind === kind)),
  ]
  const isFull = value.mode === 'split' && panels.length >= MAX_PANELS_SIDE_BY_SIDE
  const shown = value.language === 'both' ? locale : value.language
  return (
    <div className="pl-layout-editor">
      <div>
        <Choice
          label={t('screen.mode')}
          value={value.mode}
          options={MODES.map((mode) => ({ value: mode, label: t(`screen.mode.${mode}`) }))}
          onChange={(mode) =>
            change({ mode, panels: mode === 'split' ? panels.slice(0, MAX_PANELS_SIDE_BY_SIDE) : panels })
          }
        />
        <fieldset>
          <legend>{t('screen.panels')}</legend>
          {kinds.map((kind) => (
            <PanelLine
              key={kind}
              kind={kind}
              panels={panels}
              isFull={isFull}
              isTimed={value.mode === 'rotate'}
              onChange={(next) => change({ panels: next })}
            />
          ))}
        </fieldset>
        <Choice
          label={t('screen.names')}
          value={value.names}
          options={NAMES.map((names) => ({ value: names, label: t(`screen.names.${names}`) }))}
          onChange={(names) => change({ names })}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the select stands in it */}
        <label>
          {t('screen.language')}
          <Select
            value={value.language}
            options={LANGUAGES.map((language) => ({ value: language, label: t(`screen.language.${language}`) }))}
            onChange={(language) => change({ language })}
          />
        </label>
        {panels.some(({ kind }) => kind === 'notices') ? (
          <Lines
            label={t('screen.notices')}
            hint={t('screen.lineEach')}
            longest={1000}
            value={value.notices}
            onChange={(notices) => change({ notices })}
          />
        ) : null}
        {panels.some(({ kind }) => kind === 'safety') ? (
          <Lines
            label={t('screen.safety')}
            hint={t('screen.safetyHint')}
            longest={2000}
            value={value.safety}
            onChange={(safety) => change({ safety })}
          />
        ) : null}
      </div>
      <figure className="pl-screen-preview">
        {/* The preview is not part of this page for assistive technology. */}
        <div inert>
          <BigScreen state={sampleState(value, t)} locale={shown} t={t} at={Date.now()} isLive />
        </div>
        <figcaption>{t('screen.preview')}</figcaption>
      </figure>
    </div>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V
  options: { value: V; label: string }[]
  onChange(value: V): void
}

const Choice = <V extends string>({ label, value, options, onChange }: ChoiceProps<V>) => (
  <fieldset>
    <legend>{label}</legend>
    <Radio.Group
      optionType="button"
      aria-label={label}
      value={value}
      options={options}
      onChange={({ target }) => onChange(target.value as V)}
    />
  </fieldset>
)

interface LinesProps {
  label: string
  hint: string
  longest: number
  value: string
  onChange(value: string): void
}

const Lines = ({ label, hint, longest, value, onChange }: LinesProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the text area stands in it
  <label>
    {label}
    <Input.TextArea
      autoSize={{ minRows: 2, maxRows: 6 }}
      maxLength={longest}
      placeholder={hint}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
)

interface PanelLineProps {
  kind: PanelKind
  panels: readonly Panel[]
  isFull: boolean
  isTimed: boolean
  onChange(panels: Panel[]): void
}

function PanelLine({ kind, panels, isFull, isTimed, onChange }: PanelLineProps) {
  const { t } = useText()
  const panel = t(`screen.panel.${kind}`)
  const at = panels.findIndex((one) => one.kind === kind)
  const own = panels[at]
  const move = (by: number) => {
    const next = panels.filter((_, index) => index !== at)
    if (own) next.splice(at + by, 0, own)
    onChange(next)
  }
  return (
    <div className="pl-layout-panel">
      <Checkbox
        checked={own !== undefined}
        // The last part cannot be removed; an empty screen shows nothing.
        disabled={own ? panels.length === 1 : isFull}
        onChange={({ target }) =>
          onChange(
            target.checked ? [...panels, { kind, seconds: USUAL_SECONDS }] : panels.filter((one) => one.kind !== kind),
          )
        }
      >
        {panel}
      </Checkbox>
      {own ? (
        <>
          {isTimed ? (
            <InputNumber
              size="small"
              min={5}
              max={600}
              precision={0}
              value={own.seconds}
              aria-label={t('screen.secondsOf', { panel })}
              onChange={(seconds) =>
                seconds !== null && onChange(panels.map((one) => (one.kind === kind ? { kind, seconds } : one)))
              }
            />
          ) : null}
          <Button size="small" disabled={at === 0} aria-label={t('screen.up', { panel })} onClick={() => move(-1)}>
            ↑
          </Button>
          <Button
            size="small"
            disabled={at === panels.length - 1}
            aria-label={t('screen.down', { panel })}
            onClick={() => move(1)}
          >
            ↓
          </Button>
        </>
      ) : null}
    </div>
  )
}
