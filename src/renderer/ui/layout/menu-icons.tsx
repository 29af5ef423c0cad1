import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CalendarOutlined,
  CarOutlined,
  ClockCircleOutlined,
  CreditCardOutlined,
  CustomerServiceOutlined,
  DesktopOutlined,
  FileTextOutlined,
  FolderOutlined,
  GiftOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  MailOutlined,
  NotificationOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  SettingOutlined,
  ShopOutlined,
  SolutionOutlined,
  StopOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  TrophyOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const byComponent: Record<string, ReactNode> = {
  'dashboard/Analysis': <HomeOutlined />,
  'sessions/StartSession': <CarOutlined />,
  'playbeforepay/SysPlayBeforePayList': <ProfileOutlined />,
}

/** The API family's icon names that the menus use. */
const byName: Record<string, ReactNode> = {
  apartment: <ApartmentOutlined />,
  appstore: <AppstoreOutlined />,
  'bar-chart': <BarChartOutlined />,
  bell: <BellOutlined />,
  book: <BookOutlined />,
  calendar: <CalendarOutlined />,
  car: <CarOutlined />,
  'clock-circle': <ClockCircleOutlined />,
  'credit-card': <CreditCardOutlined />,
  'customer-service': <CustomerServiceOutlined />,
  cluster: <ApartmentOutlined />,
  desktop: <DesktopOutlined />,
  'file-text': <FileTextOutlined />,
  folder: <FolderOutlined />,
  gift: <GiftOutlined />,
  history: <HistoryOutlined />,
  home: <HomeOutlined />,
  inbox: <InboxOutlined />,
  idcard: <IdcardOutlined />,
  mail: <MailOutlined />,
  message: <MailOutlined />,
  notification: <NotificationOutlined />,
  profile: <ProfileOutlined />,
  safety: <SafetyOutlined />,
  'safety-certificate': <SafetyCertificateOutlined />,
  setting: <SettingOutlined />,
  shop: <ShopOutlined />,
  solution: <SolutionOutlined />,
  stop: <StopOutlined />,
  tags: <TagsOutlined />,
  team: <TeamOutlined />,
  tool: <ToolOutlined />,
  trophy: <TrophyOutlined />,
  user: <UserOutlined />,
  wallet: <WalletOutlined />,
}

/** The selectable icons with their names. */
export const menuIcons: readonly (readonly [name: string, icon: ReactNode])[] = Object.entries(byName)

/** The icon of a menu entry. */
export const iconOf = (component: string, name: string | undefined): ReactNode =>
  byComponent[component] ?? byName[name ?? ''] ?? <AppstoreOutlined />
