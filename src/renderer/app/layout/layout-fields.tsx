import { CheckOutlined } from '@ant-design/icons'
import { Button, Segmented, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { type LayoutSettings, type ThemeColor, themeColors } from './layout.calc.ts'
import { useLayout } from './layout-settings.ts'
import './layout-fields.css'

interface LineProps {
  name: string
  hint?: string
  children: (nameId: string) => ReactNode
}

function Line({ name, hint, children }: LineProps) {
  const id = useId()
  return (
    <div className="pl-layout-line">
      <span>
        <span id={id}>{name}</span>
        {hint ? <small>{hint}</small> : null}
      </span>
      {children(id)}
    </div>
  )
}

/** How the frame and its pages look (spec §2): a choice applies immediately and is stored in this browser. */
export function LayoutFields() {
  const { t } = useText()
  const { settings, change, reset } = useLayout()
  const isTop = settings.navigation === 'top'
  // The page may be open below the drawer.
  const colors = useId()
  return (
    <>
      <Line name={t('layout.look')}>
        {(id) => (
          <Segmented<LayoutSettings['look']>
            aria-labelledby={id}
            value={settings.look}
            onChange={(look) => change({ look })}
            options={[
              { value: 'system', label: t('layout.system') },
              { value: 'light', label: t('layout.light') },
              { value: 'dark', label: t('layout.dark') },
            ]}
          />
        )}
      </Line>
      <Line name={t('layout.navTheme')}>
        {(id) => (
          <Segmented<LayoutSettings['navTheme']>
            aria-labelledby={id}
            value={settings.navTheme}
            onChange={(navTheme) => change({ navTheme })}
            options={[
              { value: 'dark', label: t('layout.dark') },
              { value: 'light', label: t('layout.light') },
            ]}
          />
        )}
      </Line>
      <fieldset className="pl-layout-colors">
        <legend>{t('layout.color')}</legend>
        {(Object.keys(themeColors) as ThemeColor[]).map((color) => (
          <label key={color} title={t(`layout.color.${color}`)} style={{ background: themeColors[color] }}>
            <input
              type="radio"
              name={colors}
              value={color}
              aria-label={t(`layout.color.${color}`)}
              checked={settings.color === color}
              onChange={() => change({ color })}
            />
            {settings.color === color ? <CheckOutlined aria-hidden="true" /> : null}
          </label>
        ))}
      </fieldset>
      <Line name={t('layout.navigation')}>
        {(id) => (
          <Segmented<LayoutSettings['navigation']>
            aria-labelledby={id}
            value={settings.navigation}
            onChange={(navigation) => change({ navigation })}
            options={[
              { value: 'side', label: t('layout.side') },
              { value: 'top', label: t('layout.top') },
            ]}
          />
        )}
      </Line>
      <Line name={t('layout.contentWidth')} hint={t('layout.contentWidthHint')}>
        {(id) => (
          <Segmented<LayoutSettings['contentWidth']>
            aria-labelledby={id}
            value={isTop ? settings.contentWidth : 'fixed'}
            onChange={(contentWidth) => change({ contentWidth })}
            options={[
              { value: 'fixed', label: t('layout.fixed') },
              { value: 'fluid', label: t('layout.fluid'), disabled: !isTop },
            ]}
          />
        )}
      </Line>
      <Line name={t('layout.fixedHeader')}>
        {(id) => (
          <Switch
            aria-labelledby={id}
            checked={settings.fixedHeader}
            onChange={(fixedHeader) => change({ fixedHeader })}
          />
        )}
      </Line>
      <Line name={t('layout.hideHeader')} hint={t('layout.hideHeaderHint')}>
        {(id) => (
          <Switch
            aria-labelledby={id}
            disabled={!settings.fixedHeader}
            checked={settings.fixedHeader && settings.hideHeader}
            onChange={(hideHeader) => change({ hideHeader })}
          />
        )}
      </Line>
      <Line name={t('layout.fixedSider')} hint={t('layout.fixedSiderHint')}>
        {(id) => (
          <Switch
            aria-labelledby={id}
            disabled={isTop}
            checked={!isTop && settings.fixedSider}
            onChange={(fixedSider) => change({ fixedSider })}
          />
        )}
      </Line>
      <Line name={t('layout.colorWeak')}>
        {(id) => (
          <Switch aria-labelledby={id} checked={settings.colorWeak} onChange={(colorWeak) => change({ colorWeak })} />
        )}
      </Line>
      <Line name={t('layout.multiTab')}>
        {(id) => (
          <Switch aria-labelledby={id} checked={settings.multiTab} onChange={(multiTab) => change({ multiTab })} />
        )}
      </Line>
      <Button onClick={reset}>{t('layout.reset')}</Button>
    </>
  )
}
