/** All tables: each feature brings its own. Only repositories see rows; they give domain objects out. */
import type { AccountsTables } from '#lib/features/accounts/accounts.tables.ts';
import type { AuditTables } from '#lib/features/audit/audit.tables.ts';
import type { EnquiriesTables } from '#lib/features/enquiries/enquiries.tables.ts';
import type { LedgerTables } from '#lib/features/ledger/ledger.tables.ts';
import type { LimitsTables } from '#lib/features/limits/limits.tables.ts';
import type { Kysely, Transaction } from 'kysely';
import type { GeoTables } from '#lib/features/geo/geo.tables.ts';
import type { OrdersTables } from '#lib/features/orders/orders.tables.ts';
import type { PhotographsTables } from '#lib/features/photographs/photographs.tables.ts';
import type { RatesTables } from '#lib/features/rates/rates.tables.ts';
import type { CustomFormsTables } from '#lib/features/custom-forms/custom-forms.tables.ts';
import type { DeskTables } from '#lib/features/desk/desk.tables.ts';
import type { CatalogueTables } from '#lib/features/catalogue/catalogue.tables.ts';
import type { TransportTables } from '#lib/features/transport/transport.tables.ts';
import type { TrackingTables } from '#lib/features/tracking/tracking.tables.ts';
import type { SearchTables } from '#lib/features/search/search.tables.ts';
import type { RealnameTables } from '#lib/features/realname/realname.tables.ts';
import type { ReportsTables } from '#lib/features/reports/reports.tables.ts';
import type { ShortlistTables } from '#lib/features/shortlist/shortlist.tables.ts';
import type { StaffTables } from '#lib/features/staff/staff.tables.ts';
import type { FeedbackTables } from '#lib/features/feedback/feedback.tables.ts';
import type { PaymentsTables } from '#lib/features/payments/payments.tables.ts';
import type { ReviewsFeatureTables } from '#lib/features/reviews/reviews.tables.ts';
import type { ResumesTables } from '#lib/features/resumes/resumes.tables.ts';
import type { PayrentTables } from '#lib/features/payrent/payrent.tables.ts';
import type { GroupsTables } from '#lib/features/groups/groups.tables.ts';
import type { CouponsTables } from '#lib/features/coupons/coupons.tables.ts';
import type { ViewingsTables } from '#lib/features/viewings/viewings.tables.ts';
import type { UploadsTables } from '#lib/features/uploads/uploads.tables.ts';
import type { StockTables } from '#lib/features/stock/stock.tables.ts';
import type { NewsTables } from '#lib/features/news/news.tables.ts';
import type { WishesTables } from '#lib/features/wishes/wishes.tables.ts';
import type { SmsTables } from '#lib/sms/sms.tables.ts';
import type { Json } from './columns.ts';

type OwnTables = { settings: { key: string; value: Json<unknown> } };

export type Tables = OwnTables &
  GeoTables &
  RatesTables &
  CatalogueTables &
  CouponsTables &
  GroupsTables &
  CustomFormsTables &
  DeskTables &
  TransportTables &
  TrackingTables &
  SearchTables &
  ReportsTables &
  AuditTables &
  AccountsTables &
  LimitsTables &
  PhotographsTables &
  ShortlistTables &
  RealnameTables &
  StaffTables &
  EnquiriesTables &
  UploadsTables &
  FeedbackTables &
  ResumesTables &
  StockTables &
  LedgerTables &
  PaymentsTables &
  NewsTables &
  WishesTables &
  OrdersTables &
  PayrentTables &
  ViewingsTables &
  ReviewsFeatureTables &
  SmsTables;

export type Db = Kysely<Tables>;
export type DbTransaction = Transaction<Tables>;
