// Written by `deno task secret-rules`: do not change it by hand.
// From gitleaks, commit b58d3f10 after v8.30.1 (MIT, Copyright 2019 Zachary Rice, https://github.com/gitleaks/gitleaks).
// From betterleaks, commit 6381fa45 after v1.7.0 (MIT, Copyright 2026 Zachary Rice, https://github.com/betterleaks/betterleaks).
// deno-fmt-ignore-file

/** Expressions of known starts of tokens. */
export const TOKEN_STARTS: readonly string[] = (
  "4b1d[A-Za-z0-9]{38} A3-[A-Z0-9]{6} A3T[A-Z0-9] ABIA[A-Z2-7]{16} ABSK[A-Za-z0-9+/]{109} " +
  "ACCA[A-Z2-7]{16} AGE-SECRET-KEY-1 AIK_CI_ AIK_SECRET_ AIza[\\w-]{35} AKCp[A-Za-z0-9]{69} " +
  "AKIA[A-Z2-7]{16} API-[A-Z0-9]{26} AQVN[A-Za-z0-9_\\-]{35} AQ\\.Ab8RN6 ASIA[A-Z2-7]{16} ATATT3 " +
  "ApiKey-v1 AstraCS: BSA[A-Za-z0-9_-]{24} CCDB1_ CCIPAT_ CLOJARS_ EAAA[\\w-]{22} EAAC[A-Za-z0-9]{100} " +
  "EAAM[A-Za-z0-9]{100} EXO[a-zA-Z0-9]{24} EZAK[A-Za-z0-9]{54} EZTK[A-Za-z0-9]{54} Endpoint=https:\\/\\/ " +
  "Endpoint=sb:\\/\\/ FLWPUBK_TEST- FLWSECK_TEST- GR1348941 HRKU-AA LTAI[A-Za-z0-9]{20} " +
  "NRAK-[A-Za-z0-9]{27} NRII-[A-Za-z0-9-]{32} NRJS-[A-Fa-f0-9]{19} PMAK-[A-Fa-f0-9]{24} PRD-[a-f0-9]{8} " +
  "SG\\.[A-Za-z0-9=_\\-\\.]{66} SWMKEY-1- SWMTKN-1- ZXlKMFlXY2lPaU ZXlKMGVYQWlPaUp ZXlKMWMyVWlPaUp " +
  "ZXlKMWNtd2l ZXlKMlpYSWlPaU ZXlKMlpYSnphVzl1SWpv ZXlKNE5XTWlP ZXlKNE5YUWlPaU ZXlKNE5YUWpVekkxTmlJNkl " +
  "ZXlKNE5YVWlPaU ZXlKNElqb2 ZXlKNmFYQWlPaU ZXlKaGJHY2lPaU ZXlKaGNIVWlPaU ZXlKaGNIWWlPaU ZXlKaGRXUWlPaU " +
  "ZXlKaU5qUWlP ZXlKamNtbDBJanBi ZXlKamRIa2lPaU ZXlKbGJtTWlPaU ZXlKbGNHc2lPbn ZXlKcGMzTWlPaU " +
  "ZXlKcGRpSTZJ ZXlKcWEzVWlPaU ZXlKcWQyc2lPb ZXlKclpYbGZiM0J6SWpwY ZXlKcmFXUWlP ZXlKcmRIa2lPaUp " +
  "ZXlKd01tTWlP ZXlKd01uTWlPaU ZXlKd2NIUWlPaU ZXlKdWIyNWpaU0k2 ZXlKemRXSWlPaU ZXlKemRuUWlP \\$aact_hmlg_ " +
  "\\$aact_prod_ _gitlab_session= access-development- access-production- access-sandbox- api_live\\. " +
  "api_live_ca\\. api_live_us\\. api_org_ apify_api_ apikey_ apk_[A-Za-z0-9+/]{80} apk_user_ authress_ " +
  "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t bkaa_[A-Za-z0-9_-]{75} bkaj_[A-Za-z0-9_-]{333} " +
  "bkar_[A-Za-z0-9_-]{73} bkct_[A-Za-z0-9_-]{73} bkpat_ bkps_[A-Za-z0-9_-]{64} bkpt_[A-Za-z0-9_-]{199} " +
  "bkua_ cmVmd[A-Za-z0-9]{59} cnvca[a-zA-Z0-9_-]{51} cog_[a-z2-7]{52} configcat-sdk-1\\/ " +
  "csa_[a-f0-9]{30} csk-[A-Za-z0-9]{48} dapi[a-f0-9]{32} dckr_oat_ dckr_pat_ ddp_[A-Za-z0-9]{36} dnkey- " +
  "doo_v1_ dop_v1_ dor_v1_ dp\\.pt\\. dt0c01\\. duffel_live_ duffel_test_ dvc_client_ dvc_mobile_ " +
  "dvc_server_ essu_[A-Za-z0-9_\\-]{60} ext_[A-Za-z0-9]{5} eyJ[A-Za-z0-9_-]{10} " +
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9\\.eyJpc3MiOiJ1c2VyIiwianRpIjoiYXQt eyJrIjoi " +
  "figd_[a-zA-Z0-9_-]{38} fio-u- fm1a_[a-zA-Z0-9+\\/]{100} fm1r_[a-zA-Z0-9+\\/]{100} " +
  "fm2_[a-zA-Z0-9+\\/]{100} fo1_[\\w-]{43} gho_[0-9a-zA-Z]{36} ghp_[0-9a-zA-Z]{36} ghr_[0-9a-zA-Z]{36} " +
  "ghs_[0-9a-zA-Z]{36} ghu_[0-9a-zA-Z]{36} github_pat_ glagent- glc_[A-Za-z0-9+/]{32} glcbt- " +
  "gldt-[0-9a-zA-Z_\\-]{20} glffct- glft-[0-9a-zA-Z_\\-]{20} glimt- gloas- glpat- glptt- " +
  "glrt-[0-9a-zA-Z_\\-]{20} glrt-t glsa_[A-Za-z0-9]{32} glsoat- gsk_[a-zA-Z0-9]{52} hf_[A-Za-z]{34} " +
  "hvb\\.[\\w-]{138} hvs\\.[\\w-]{90} ico-[a-zA-Z0-9]{32} ion_[A-Za-z0-9]{42} key-[A-Fa-f0-9]{32} " +
  "key_[A-F0-9a-f]{64} lin_api_ lip_[A-Za-z0-9_]{16} live_[A-Fa-f0-9]{35} live_pub_ lsv2_pt_ lsv2_sk_ " +
  "mdb_sa_sk_ mercury_production_ mergify_application_key_ mlsn\\.[A-Za-z0-9]{30} napi_[A-Za-z0-9]{64} " +
  "npm_[A-Za-z0-9]{36} ntn_[0-9]{11} nvapi- ops_eyJ os_v2_app_ os_v2_org_ p8e-[A-Za-z0-9]{32} " +
  "pat[A-Za-z0-9]{14} pat\\.[a-zA-Z0-9_-]{22} pcsk_[A-Za-z0-9]{5} pdl_live_apikey_ persona_production_ " +
  "phc_[a-zA-Z0-9_\\-]{41} phx_[a-zA-Z0-9_\\-]{41} pina_[A-Za-z0-9_-]{20} pnu_[a-zA-Z0-9]{36} polar_at_ " +
  "polar_oat_ polar_pat_ pplx-[a-zA-Z0-9]{48} prf_[A-Za-z0-9_-]{20} prf_cli_ pscale_oauth_ pscale_pw_ " +
  "pscale_tkn_ pubkey- pul-[a-f0-9]{40} pypi-AgEIcHlwaS5vcmc r8_[A-Za-z0-9]{37} ramp_sec_ " +
  "rdme_[a-z0-9]{70} rk_live_ rk_prod_ rk_test_ rnd_[A-Za-z0-9]{28} rootly_ rpa_[A-Z0-9]{40} " +
  "rpa_[A-Za-z0-9]{30} rubygems_ s-s4t2af- s-s4t2ud- samsara_api_ sat\\.[a-zA-Z0-9_-]{22} sb_secret_ " +
  "sbp_[a-z0-9_-]{40} sc_[A-Za-z0-9]{5} scauth_ sgp_ sha256~ shippo_live_ shippo_test_ shpat_ shpca_ " +
  "shppa_ shpss_ sk-[a-zA-Z0-9]{20} sk-admin- sk-ant-admin01- sk-ant-api03- sk-api- sk-or-v1- sk-proj- " +
  "sk-svcacct- sk_live_ sk_prod_ sk_test_ sm_aat_ sm_pat_ sm_sat_ sntrys_eyJpYXQiO sntryu_ sq0atp- " +
  "test_[A-Fa-f0-9]{35} test_pub_ tfp_[A-Za-z0-9\\-_\\.=]{59} tgp_v1_ tk-us- tskey-api- " +
  "tss_[A-Za-z0-9_-]{20} ucat_[0-9A-Za-z]{24} unkey_ v1\\.0-[a-f0-9]{24} vca_[A-Za-z0-9_-]{56} " +
  "vci_[A-Za-z0-9_-]{56} vck_[A-Za-z0-9_-]{56} vcp_[A-Za-z0-9_-]{56} vcr_[A-Za-z0-9_-]{56} " +
  "vtwn_[A-Za-z0-9_-]{20} waka_[A-Za-z0-9]{36} wandb_v1_ wrka xai-[A-Za-z0-9_-]{70} xapp-\\d xkeysib- " +
  "xoxa- xoxb-[0-9]{10} xoxb-[0-9]{8} xoxc-\\d{9} xoxd-[\\w\\/\\\\+-]{100} xoxe- xoxe. xoxo-\\d xoxp- xoxr- " +
  "xoxs-\\d zpka_[a-z0-9]{32} "
).trim().split(" ");

/** Expressions of known parts of tokens without a known start. */
export const TOKEN_PARTS: readonly string[] = (
  "\\.atlasv1\\. \\.webhook\\.office\\.com\\/webhookb2\\/ _mmk enterprise\\.contribsys\\.com " +
  "gems\\.contribsys\\.com hooks\\.slack\\.com provider_x509 "
).trim().split(" ");

/** Starts of names of services, in lower case. */
export const SERVICE_NAMES: readonly string[] = (
  "adafruit adobe airtable aiven algolia alibaba amplitude artifactory asana assemblyai atlassian " +
  "beamer bintray bitbucket bitly bitrise bittrex bundle_enterprise__contribsys__com " +
  "bundle_gems__contribsys__com bx capella checkout circleci civo clerk clickup cloudflare cloudinary " +
  "co_api_key codecov cohere coinbase configcat confluence confluent contentful couchbase coveralls " +
  "crates cursor data.gov databento datadog deepgram deepseek discord disqus dnkey droneci dropbox ebay " +
  "elevenlabs etsy facebook fastly finicity finnhub flickr freshbooks fs_api fullstory gitea-access " +
  "gitea-key gitea-secret gitea-token gitea.access gitea.key gitea.secret gitea.token gitea_access " +
  "gitea_key gitea_secret gitea_token giteaaccess giteakey giteasecret giteatoken gitter glm gocardless " +
  "greptile gumroad heroku highnote honeycomb hubspot ibm influx infomaniak intercom jfrog jira " +
  "jumpcloud kagi kimi klaviyo kraken kucoin lark launchdarkly lighton linear linked-in linked_in " +
  "linkedin lob looker mailchimp mailgun mapbox mattermost meraki message-bird message_bird messagebird " +
  "mistral moonshot netlify new-relic new-york-times, new_relic newrelic newyorktimes nytimes okta " +
  "ollama openweather paradigm pinecone plaid plivo private-ai private_ai privateai pyowm rainforest " +
  "rapidapi scaleway scalr scw sendbird sentry sf snowflake snyk sonar-login sonar-token sonar.login " +
  "sonar.token sonar_login sonar_token sonarlogin sonartoken squarespace sslmate stability sumo telegr " +
  "telnyx travis twitch twitter typeform upstage vercel waka wandb weatherstack weightsandbiases workos " +
  "x-figma-token x_figma_token xfigmatoken xray yandex z.ai z_ai zai zendesk zlm "
).trim().split(" ");
