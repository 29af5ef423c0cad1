import {
  ApartmentOutlined,
  AppstoreOutlined,
  BellOutlined,
  BookOutlined,
  CarOutlined,
  ClockCircleOutlined,
  DesktopOutlined,
  FileTextOutlined,
  HomeOutlined,
  IdcardOutlined,
  MailOutlined,
  NotificationOutlined,
  ProfileOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const byComponent: Record<string, ReactNode> = {
  'dashboard/Analysis': <HomeOutlined />,
  'sessions/StartSession': <CarOutlined />,
  'playbeforepay/SysPlayBeforePayList': <ProfileOutlined />,
}

/** The icon names of the family that our menus use. */
const byName: Record<string, ReactNode> = {
  apartment: <ApartmentOutlined />,
  bell: <BellOutlined />,
  book: <BookOutlined />,
  'clock-circle': <ClockCircleOutlined />,
  cluster: <ApartmentOutlined />,
  desktop: <DesktopOutlined />,
  'file-text': <FileTextOutlined />,
  home: <HomeOutlined />,
  idcard: <IdcardOutlined />,
  mail: <MailOutlined />,
  message: <MailOutlined />,
  notification: <NotificationOutlined />,
  profile: <ProfileOutlined />,
  safety: <SafetyOutlined />,
  setting: <SettingOutlined />,
  shop: <ShopOutlined />,
  tags: <TagsOutlined />,
  team: <TeamOutlined />,
  user: <UserOutlined />,
}

/** The icon of a line of the menu. */
export const iconOf = (component: string, name: string | undefined): ReactNode =>
  byComponent[component] ?? byName[name ?? ''] ?? <AppstoreOutlined />
